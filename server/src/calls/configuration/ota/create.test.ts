// configuration/ota/create and part: firmware is uploaded in chunks, can be resumed, and is stored if signed by the manufacturer.
import { createHash } from 'node:crypto';
import { FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { firmwareFile, MAKER, makerOf } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const other = makerOf('5b');
const { ask, call, sql, signedIn } = await testServer({ FIRMWARE_KEYS: `${other.hex},${MAKER.hex}` });
const admin = await makeUser(sql, { role: 'administrator' });
const token = await signedIn(admin.id);
const file = firmwareFile(FIRMWARE_CHUNK_BYTES * 2 + 17);
const fields = (more: object = {}) => ({
  versionName: '1.9.0',
  model: 10_000,
  hardware: '2.1',
  description: 'Quieter',
  fileName: 'hg/ga\u202eteway.bin',
  bytes: file.length,
  signature: MAKER.sign(file),
  isForced: false,
  ...more,
});
const pieceOf = (piece: number, of: Uint8Array = file) =>
  new Uint8Array(of.slice(piece * FIRMWARE_CHUNK_BYTES, (piece + 1) * FIRMWARE_CHUNK_BYTES));
const part = (id: number, piece: number, bytes = pieceOf(piece)) =>
  call('configuration/ota/part', { id, piece, file: bytes }, { token });

test('stores chunks in order, each once, also when repeated or sent concurrently', async () => {
  const { id, pieceBytes } = await ask('configuration/ota/create', fields(), { token });
  expect(pieceBytes).toBe(FIRMWARE_CHUNK_BYTES);
  expect((await part(id, 1)).code).toBe(1579);
  expect((await part(id, 0, pieceOf(2))).code).toBe(1579);
  expect((await part(id, 0)).data).toEqual({ received: FIRMWARE_CHUNK_BYTES, isWhole: false });
  expect((await part(id, 0)).data).toEqual({ received: FIRMWARE_CHUNK_BYTES, isWhole: false });
  const both = await Promise.all([part(id, 1), part(id, 1)]);
  expect(both.map(({ data }) => data)).toEqual(Array(2).fill({ received: 2 * FIRMWARE_CHUNK_BYTES, isWhole: false }));
  const { firmware: half } = await ask('configuration/ota/detail', { id }, { token });
  expect(half).toMatchObject({
    state: 'uploading',
    received: 2 * FIRMWARE_CHUNK_BYTES,
    sha256: '',
    isPublished: false,
  });
  expect((await call('configuration/ota/link', { id }, { token })).code).toBe(1574);
  expect((await part(id, 2)).data).toEqual({ received: file.length, isWhole: true });
  expect((await part(id, 2)).data).toEqual({ received: file.length, isWhole: true });
  const { firmware } = await ask('configuration/ota/detail', { id }, { token });
  expect(firmware).toMatchObject({
    versionName: '1.9.0',
    modelName: 'HG-1',
    hardware: '2.1',
    fileName: 'gateway.bin',
    bytes: file.length,
    state: 'draft',
    sha256: createHash('sha256').update(file).digest('hex'),
    signature: MAKER.sign(file),
    rights: { update: true },
    isForced: false,
  });
  const rows = await sql<
    { bytes: Buffer }[]
  >`select bytes from firmware_pieces where firmware_id = ${id} order by piece`;
  expect(Buffer.concat(rows.map(({ bytes }) => bytes)).equals(file)).toBe(true);
});

test('deletes a file without a valid signature, with its description', async () => {
  const small = firmwareFile(100);
  for (const signature of [makerOf('5c').sign(small), MAKER.sign(firmwareFile(99)), `${'A'.repeat(86)}==`]) {
    const { id } = await ask('configuration/ota/create', fields({ versionName: '2', bytes: 100, signature }), {
      token,
    });
    expect((await part(id, 0, small)).code).toBe(1571);
    expect((await call('configuration/ota/detail', { id }, { token })).code).toBe(1570);
    expect(await sql`select from firmware_pieces where firmware_id = ${id}`).toEqual([]);
  }
  const signature = other.sign(small);
  const { id } = await ask('configuration/ota/create', fields({ versionName: '2', bytes: 100, signature }), { token });
  expect((await part(id, 0, small)).data.isWhole).toBe(true);
});

test('repeats an interrupted check when the last chunk is sent again', async () => {
  const small = firmwareFile(100);
  const of = fields({ versionName: '3', bytes: 100, signature: MAKER.sign(small) });
  const { id } = await ask('configuration/ota/create', of, { token });
  await sql`insert into firmware_pieces (firmware_id, piece, bytes) values (${id}, 0, ${Buffer.from(small)})`;
  await sql`update firmware set received = 100 where id = ${id}`;
  expect((await part(id, 0, small)).data).toEqual({ received: 100, isWhole: true });
});

test('refuses invalid input and stores nothing', async () => {
  const count = async () => (await sql`select from firmware`).length;
  const before = await count();
  for (const [more, code] of [
    [{ versionName: '1.9.0' }, 1572],
    [{ model: 999_999 }, 1007],
    [{ versionName: ' ' }, 400],
    [{ bytes: 0 }, 400],
    [{ bytes: 16_777_217 }, 400],
    [{ signature: 'AAAA' }, 400],
    [{ fileName: '' }, 400],
  ] as const)
    expect((await call('configuration/ota/create', fields(more), { token })).code, JSON.stringify(more)).toBe(code);
  expect((await part(999_999, 0)).code).toBe(1570);
  const large = new Uint8Array(FIRMWARE_CHUNK_BYTES + 1);
  expect((await part(1, 0, large)).code).toBe(1373);
  expect(await count()).toBe(before);
});

test('refuses users who do not administer the portal, whatever permissions their role has', async () => {
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'manager' and m.name = 'OtaChange' on conflict do nothing`;
  const manager = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
  expect((await call('configuration/ota/create', fields({ versionName: '7' }), { token: manager })).status).toBe(403);
  const { id } = await ask('configuration/ota/create', fields({ versionName: '7' }), { token });
  const body = { id, piece: 0, file: pieceOf(0) };
  expect((await call('configuration/ota/part', body, { token: manager })).status).toBe(403);
});

test('refuses firmware without configured keys, and limits the number of versions', async () => {
  const withoutKeys = await testServer();
  const its = await withoutKeys.signedIn((await makeUser(withoutKeys.sql, { role: 'administrator' })).id);
  expect((await withoutKeys.call('configuration/ota/create', fields(), { token: its })).code).toBe(1571);
  await sql`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, signature, is_forced, created_at)
    select 'n' || n, 1, '', '', '', 1, '\\x00', false, now() from generate_series(1, 2000) n`;
  expect((await call('configuration/ota/create', fields({ versionName: '8' }), { token })).code).toBe(1578);
});
