// device/list/noReg/forget: deletes the number with its frames and, for a gateway, its children; registry data stay.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

async function addReporting(sn: string, more: { gateway?: string; source?: string } = {}): Promise<void> {
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, gateway_sn, source)
    values (${sn}, now(), now(), ${more.gateway ?? null}, ${more.source ?? ''})`;
  await sql`insert into raw_reports (sn, received_at, path, body) values (${sn}, now(), '/i.php', '\\x00')`;
}
const remaining = async () =>
  (await sql<{ sn: string }[]>`select sn from serial_numbers where sid is null order by sn`).map(({ sn }) => sn);

test('deletes a gateway with the children that only it reported, and their stored data', async () => {
  await addReporting('8E000001', { source: '192.0.2.1' });
  await sql`insert into gateways (sn, kind) values ('8E000001', 'gateway')`;
  await addReporting('8E000002', { gateway: '8E000001', source: '192.0.2.1' });
  await addReporting('8E000003', { gateway: '8E000001', source: '192.0.2.2' });
  await addReporting('8E000004');
  const claimed = await makeDevice(sql);
  await sql`update serial_numbers set gateway_sn = '8E000001' where sn = ${claimed.sn}`;
  expect(await ask('device/list/noReg/forget', { sn: '8e000001' }, { token: admin })).toEqual({
    numbers: 2,
    frames: 2,
  });
  expect(await remaining()).toEqual(['8E000003', '8E000004']);
  expect((await sql`select sn from raw_reports order by sn`).map(({ sn }) => sn)).toEqual(['8E000003', '8E000004']);
  expect(await sql`select from gateways`).toHaveLength(0);
  expect(await sql`select from serial_numbers where sn = ${claimed.sn}`).toHaveLength(1);
});

test('keeps registry data of a number', async () => {
  await addReporting('8E000005');
  const [product] = await sql<{ id: number }[]>`select min(id) as id from products`;
  await sql`update serial_numbers set product_id = ${product!.id} where sn = '8E000005'`;
  expect(await ask('device/list/noReg/forget', { sn: '8E000005' }, { token: admin })).toEqual({
    numbers: 1,
    frames: 1,
  });
  const [number] = await sql`select product_id, first_seen_at from serial_numbers where sn = '8E000005'`;
  expect(number).toEqual({ productId: expect.any(Number), firstSeenAt: null });
});

test('refuses numbers of a plant, unknown and restricted ones, and users who are not administrators', async () => {
  const claimed = await makeDevice(sql);
  await addReporting('8E000006');
  await sql`update serial_numbers set restricted_at = now() where sn = '8E000006'`;
  for (const [sn, code] of [
    [claimed.sn, ERROR_CODES.serialNumberTaken],
    ['8E000006', ERROR_CODES.deviceNotFound],
    ['NOBODY', ERROR_CODES.deviceNotFound],
  ] as const)
    expect(await call('device/list/noReg/forget', { sn }, { token: admin }), sn).toMatchObject({ code });
  await addReporting('8E000007');
  const manager = await signedIn((await makeUser(sql, { role: 'manager' })).id);
  const refused = { status: 403, code: 403 };
  expect(await call('device/list/noReg/forget', { sn: '8E000007' }, { token: manager })).toMatchObject(refused);
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'manager' and m.name = 'DeviceForget'`;
  expect(await call('device/list/noReg/forget', { sn: '8E000007' }, { token: manager })).toMatchObject(refused);
  expect(await remaining()).toContain('8E000007');
});
