// Tests the virus scan of large documents, which are uploaded in pieces, with a scanner that uses clamd's protocol.
import { DOCUMENT_CHUNK_BYTES } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { scannedServer } from '../../../test/scannedServer.ts';
import { EICAR } from '../../../test/scanner.ts';

const { ask, call, countDocuments, fields, scanner, sql, token } = await scannedServer();

test('scans an uploaded document as a whole: deletes it when infected, and asks for the last piece again when not scanned', async () => {
  const file = Buffer.concat([Buffer.alloc(DOCUMENT_CHUNK_BYTES, 'a '), Buffer.from(EICAR)]);
  const send = async (id: number, piece: number, content: Buffer) =>
    await call(
      'configuration/documentation/part',
      {
        id,
        piece,
        file: new Uint8Array(content.subarray(piece * DOCUMENT_CHUNK_BYTES, (piece + 1) * DOCUMENT_CHUNK_BYTES)),
      },
      { token },
    );
  const announce = async (bytes: number) =>
    (await ask('configuration/documentation/announce', { ...fields, bytes }, { token })).id;
  const before = await countDocuments();
  const bad = await announce(file.length);
  expect(await send(bad, 0, file)).toMatchObject({ code: 200 });
  expect(await send(bad, 1, file)).toMatchObject({ code: 1614 });
  expect(await countDocuments()).toBe(before);

  const clean = Buffer.alloc(DOCUMENT_CHUNK_BYTES + 5, 'a ');
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
