// Uploads of documents in pieces by a manager and an installer of one company.
import { DOCUMENT_CHUNK_BYTES } from '@heliograph/contract/limits.ts';
import { textOf } from './documentFiles.ts';
import { makeCompany, makeUser } from './factories.ts';
import type { TestServer } from './testServer.ts';

export const SAID = { version: '1.0', fileName: 'manual.txt', languages: ['en' as const], models: [400] };
export const line = 'Lantern 0001 of the roof.\n';
/** A file slightly longer than two pieces. */
export const file = textOf(line.repeat(Math.ceil((DOCUMENT_CHUNK_BYTES * 2 + 1000) / line.length)));

export async function documentUploads({ ask, call, sql, signedIn }: TestServer) {
  const companyId = await makeCompany(sql);
  const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
  const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId })).id);
  return {
    companyId,
    token,
    installer,
    announced: async (title: string, more: object = {}) =>
      (await ask('configuration/documentation/announce', { ...SAID, title, bytes: file.length, ...more }, { token }))
        .id,
    part: (id: number, piece: number, { of = file, as = token }: { of?: Uint8Array; as?: string } = {}) => {
      const bytes = new Uint8Array(of.slice(piece * DOCUMENT_CHUNK_BYTES, (piece + 1) * DOCUMENT_CHUNK_BYTES));
      return call('configuration/documentation/part', { id, piece, file: bytes }, { token: as });
    },
    detail: (id: number, as = token) => call('configuration/documentation/detail', { id }, { token: as }),
  };
}
