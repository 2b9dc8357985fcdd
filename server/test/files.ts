// Files in answers of calls as bytes, and a file of samples from request to download.
import { zstdDecompressSync } from 'node:zlib';
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { parquetReadObjects } from 'hyparquet';
import { makeUserFiles } from '../src/readings/makeFiles.ts';
import type { TestServer } from './testServer.ts';

/** Returns a file's bytes and headers, or the envelope's code if it is refused. */
export async function fileOf<P extends Path>(
  { app }: Pick<TestServer, 'app'>,
  path: P,
  body: Request<P>,
  { token, headers = {} }: { token: string; headers?: Record<string, string> },
): Promise<{ code: number; name: string; type: string; bytes: Buffer }> {
  const response = await app.inject({
    method: 'POST',
    url: `/v2/${path}`,
    headers: { authorization: token, ...headers },
    payload: body as object,
  });
  const type = String(response.headers['content-type']);
  if (type.startsWith('application/json'))
    return { code: response.json().code, name: '', type, bytes: Buffer.alloc(0) };
  const name = /filename="([^"]*)"/.exec(String(response.headers['content-disposition']))?.[1] ?? '';
  return { code: 200, name, type, bytes: response.rawPayload };
}

/** Requests, creates and fetches a file of samples. */
export async function madeFile(
  server: TestServer,
  body: Request<'device/history/files/ask'>,
  as: { token: string; headers?: Record<string, string> },
) {
  const { id } = await server.ask('device/history/files/ask', body, as);
  await makeUserFiles(server.context);
  return { id, ...(await fileOf(server, 'device/history/files/fetch', { id }, as)) };
}

/** The same for all devices of a plant. */
export async function madePlantFile(
  server: TestServer,
  body: Request<'site/history/files/ask'>,
  as: { token: string; headers?: Record<string, string> },
) {
  const { id } = await server.ask('site/history/files/ask', body, as);
  await makeUserFiles(server.context);
  return { id, ...(await fileOf(server, 'device/history/files/fetch', { id }, as)) };
}

export async function readParquetRows(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = new Uint8Array(bytes).buffer;
  return await parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } });
}
