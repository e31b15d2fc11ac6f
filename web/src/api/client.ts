// The one client of this page.  Its session is a cookie of the service; requests are
// repeated until a response arrives, each with its idempotency key.
import { Client } from 'fathom-client';

export { newKey, openStream } from 'fathom-client';

class PageClient extends Client {
  // Called with the status of every response, also of streams.
  onResponse: (status: number) => void = () => {};

  override async send(...request: Parameters<Client['send']>): Promise<Response> {
    const response = await super.send(...request);
    this.onResponse(response.status);
    return response;
  }
}

export const client = new PageClient();
