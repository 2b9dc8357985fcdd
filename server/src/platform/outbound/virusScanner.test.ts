// Tests scanning files before they are stored, with a scanner that uses clamd's protocol: clean files, infected files, and a scanner without an answer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { metricValue } from '../../../test/metricValue.ts';
import { scannedServer } from '../../../test/scannedServer.ts';
import { EICAR, openScanner } from '../../../test/scanner.ts';
import { scanFile, singleChunk } from './virusScanner.ts';

const { call, countDocuments, fields, scanner, sql, user, token } = await scannedServer();
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const create = (text: string) =>
  call('configuration/documentation/create', { ...fields, file: bytesOf(text) }, { token });

test('sends a whole file to the scanner, by a port and by a socket, and returns its result', async () => {
  expect(await scanFile(singleChunk(bytesOf('clean')), scanner.address)).toBeNull();
  expect(await scanFile(singleChunk(bytesOf(EICAR)), scanner.address)).toBe('Eicar-Test-Signature');
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

test('stores a clean document, and refuses an infected one with the name of the virus', async () => {
  expect(await create('Clean text')).toMatchObject({ code: 200 });
  expect(scanner.seen).toEqual([10]);
  const before = await countDocuments();
  expect(await create(EICAR)).toMatchObject({ code: 1614, msg: expect.stringContaining('Eicar-Test-Signature') });
  expect(await countDocuments()).toBe(before);
});

test('refuses a file without a result of the scanner, and allows a retry', async () => {
  const before = await countDocuments();
  const failures = () => metricValue('heliograph_service_failures_total{service="virusScanner"}');
  const failuresBefore = await failures();
  for (const says of ['', 'INSTREAM size limit exceeded. ERROR', 'stream: Something ERROR', 'x'.repeat(5000)]) {
    scanner.says = says;
    expect(await create('Clean text'), says).toMatchObject({ code: 1615 });
  }
  expect(await failures()).toBe(failuresBefore + 4);
  expect(await countDocuments()).toBe(before);
});

test("scans an account's picture, too", async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const choose = (picture: Buffer) => call('account/picture', { picture: new Uint8Array(picture) }, { token });
  expect(await choose(Buffer.concat([png, Buffer.from(EICAR)]))).toMatchObject({ code: 1614 });
  expect(await sql`select from user_pictures where user_id = ${user.id}`).toHaveLength(0);
  expect(await choose(png)).toMatchObject({ code: 200 });
});

test('refuses all files while the scanner is not reachable', async () => {
  await scanner.close();
  expect(await create('Clean text')).toMatchObject({ code: 1615 });
});
