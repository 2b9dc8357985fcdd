// Files before they are kept, by a scanner that speaks as clamd does: large ones, which come in pieces.
import { DOCUMENT_PIECE_BYTES } from '@heliograph/contract/limits.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeUser } from '../test/factories.ts';
import { EICAR, openScanner } from '../test/scanner.ts';
import { testServer } from '../test/testServer.ts';

const scanner = await openScanner();
afterAll(scanner.close);
const { ask, call, sql, signedIn } = await testServer({ VIRUS_SCANNER: scanner.address });
const user = await makeUser(sql, { role: 'manager' });
const token = await signedIn(user.id);
beforeEach(() => {
  scanner.says = undefined;
  scanner.seen.length = 0;
});

const fields = { title: 'Manual', version: '', languages: ['en' as const], models: [], fileName: 'manual.txt' };
const kept = async () => (await sql`select from documents`).length;

test('of a document in pieces the whole is looked through; found, it goes; not looked through, the last piece is sent again', async () => {
  const file = Buffer.concat([Buffer.alloc(DOCUMENT_PIECE_BYTES, 'a '), Buffer.from(EICAR)]);
  const send = async (id: number, piece: number, of: Buffer) =>
    await call(
      'configuration/documentation/part',
      {
        id,
        piece,
        file: new Uint8Array(of.subarray(piece * DOCUMENT_PIECE_BYTES, (piece + 1) * DOCUMENT_PIECE_BYTES)),
      },
      { token },
    );
  const announce = async (bytes: number) =>
    (await ask('configuration/documentation/announce', { ...fields, bytes }, { token })).id;
  const before = await kept();
  const bad = await announce(file.length);
  expect(await send(bad, 0, file)).toMatchObject({ code: 200 });
  expect(await send(bad, 1, file)).toMatchObject({ code: 1614 });
  expect(await kept()).toBe(before);

  const clean = Buffer.alloc(DOCUMENT_PIECE_BYTES + 5, 'a ');
  const good = await announce(clean.length);
  await send(good, 0, clean);
  scanner.says = '';
  expect(await send(good, 1, clean)).toMatchObject({ code: 1615 });
  scanner.says = undefined;
  expect(await send(good, 1, clean)).toMatchObject({ code: 200, data: { isWhole: true } });
  expect(scanner.seen.at(-1)).toBe(clean.length);
  const [row] = await sql<
    { sha256: string }[]
  >`select encode(sha256, 'hex') as sha256 from documents where id = ${good}`;
  const digest = await crypto.subtle.digest('SHA-256', clean);
  expect(row!.sha256).toBe(Buffer.from(digest).toString('hex'));
});
