// The tokens of programs that act for the account, and all that is stored about it.
import { client } from '../api/client.ts';
import type { NewToken } from '../api/types.ts';

export const loadTokens = () => client.get('/v1/tokens');

export const createToken = (body: NewToken) => client.post('/v1/tokens', { body });

export const revokeToken = (token: string) =>
  client.delete('/v1/tokens/{token}', { path: { token } });

export const loadExport = () => client.get('/v1/me/export');
