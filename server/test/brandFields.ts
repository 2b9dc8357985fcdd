// The fields of a brand as brand/update takes them.
import type { Request } from '@heliograph/contract/calls.ts';
import type { TestServer } from './testServer.ts';

/** Returns a change of a brand that leaves everything as it is but `change`. */
export async function brandChange(
  ask: TestServer['ask'],
  token: string,
  id: number,
  change: Partial<Request<'brand/update'>> = {},
): Promise<Request<'brand/update'>> {
  const { marks: _marks, uploaded: _uploaded, url: _url, ...fields } = await ask('brand/detail', { id }, { token });
  return { ...fields, ...change };
}
