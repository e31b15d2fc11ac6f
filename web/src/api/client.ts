// The one client of this page.  Its session is a cookie of the service; requests are
// repeated until they are answered, each with its idempotency key.
import { Client } from 'fathom-client';

export { newKey, openStream } from 'fathom-client';

export const client = new Client();
