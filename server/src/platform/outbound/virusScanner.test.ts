// Files before they are kept, by a scanner that speaks as clamd does: clean ones, found ones, and one that does not say.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scannedServer } from '../../../test/scannedServer.ts';
import { EICAR, openScanner } from '../../../test/scanner.ts';
import { inOne, scanFile } from './virusScanner.ts';

const { call, countDocuments, fields, scanner, sql, user, token } = await scannedServer();
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const create = (text: string) =>
  call('configuration/documentation/create', { ...fields, file: bytesOf(text) }, { token });

test('the scanner is given all of a file, by a port and by a socket, and says what it is', async () => {
  expect(await scanFile(inOne(bytesOf('clean')), scanner.address)).toBeNull();
  expect(await scanFile(inOne(bytesOf(EICAR)), scanner.address)).toBe('Eicar-Test-Signature');
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-scanner-'));
  const local = await openScanner(join(folder, 'clamd.ctl'));
  async function* large() {
    for (let n = 0; n < 40; n++) yield Buffer.alloc(1_000_000, n);
    yield Buffer.alloc(0);
    yield Buffer.from(EICAR);
  }
  expect(await scanFile(large(), local.address)).toBe('Eicar-Test-Signature');
  expect(local.seen).toEqual([40_000_000 + EICAR.length]);
  await local.close();
  rmSync(folder, { recursive: true });
});

test('a document is kept when nothing was found in it, and refused with the name of what was', async () => {
  expect(await create('Clean text')).toMatchObject({ code: 200 });
  expect(scanner.seen).toEqual([10]);
  const before = await countDocuments();
  expect(await create(EICAR)).toMatchObject({ code: 1614, msg: expect.stringContaining('Eicar-Test-Signature') });
  expect(await countDocuments()).toBe(before);
});

test('nobody knows what the scanner does not say: the file is refused, and may be sent again', async () => {
  const before = await countDocuments();
  for (const says of ['', 'INSTREAM size limit exceeded. ERROR', 'stream: Something ERROR', 'x'.repeat(5000)]) {
    scanner.says = says;
    expect(await create('Clean text'), says).toMatchObject({ code: 1615 });
  }
  expect(await countDocuments()).toBe(before);
});

test("an account's picture likewise", async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const choose = (picture: Buffer) => call('account/picture', { picture: new Uint8Array(picture) }, { token });
  expect(await choose(Buffer.concat([png, Buffer.from(EICAR)]))).toMatchObject({ code: 1614 });
  expect(await sql`select from user_pictures where user_id = ${user.id}`).toHaveLength(0);
  expect(await choose(png)).toMatchObject({ code: 200 });
});

test('while nobody is there nothing comes in', async () => {
  await scanner.close();
  expect(await create('Clean text')).toMatchObject({ code: 1615 });
});
