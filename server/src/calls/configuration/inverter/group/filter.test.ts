// configuration/inverter/group/filter: groups, and devices that match a filter.
import { expect, test } from 'vitest';
import { makeChild } from '../../../../../test/gatewayPlant.ts';
import { createSetupPlants, GATEWAY, MICRO } from '../../../../../test/setupPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call } = server;
const { mark, gateways, first, one, strong } = await createSetupPlants(server, 3);
const keysFor = async (body: object, caller = first) => {
  const { list, total } = await ask('configuration/inverter/group/filter', body, caller);
  return { sns: list.map(({ sn }) => sn), total };
};

test('returns only groups, which are products with settable parameters, when no group is given', async () => {
  const response = await ask('configuration/inverter/group/filter', {}, first);
  expect(response.groups).toContainEqual({ model: GATEWAY, name: 'HG-1', kind: 'gateway' });
  expect(response.groups.map(({ name }) => name)).not.toContain('Meter');
  expect(response).toMatchObject({ list: [], total: 0, mayWrite: true, needsSecondFactor: false });
});

test('finds devices by plant, number, country and firmware, page by page', async () => {
  const [a, b, c] = gateways.map(({ sn }) => sn) as [string, string, string];
  await sql`update sites set country_code = 'FR' where sid = ${gateways[1]!.sid}`;
  await sql`update device_live set firmware = '1.8.0' where sn = ${c}`;
  expect(await keysFor({ model: GATEWAY, filters: { keywords: mark } })).toEqual({ sns: [a, b, c], total: 3 });
  expect(await keysFor({ model: GATEWAY, filters: { keywords: b } })).toEqual({ sns: [b], total: 1 });
  expect(await keysFor({ model: GATEWAY, filters: { country_code: 'fr' } })).toEqual({ sns: [b], total: 1 });
  expect(await keysFor({ model: GATEWAY, filters: { firmware: '1.8.0' } })).toEqual({ sns: [c], total: 1 });
  expect(await keysFor({ model: GATEWAY, page: { size: 2, num: 1 } })).toEqual({ sns: [c], total: 3 });
  expect(await keysFor({ model: GATEWAY, filters: { keywords: '%' } })).toEqual({ sns: [], total: 0 });
  expect(await call('configuration/inverter/group/filter', { model: 10_005 }, first)).toMatchObject({ code: 1007 });
});

test('does not find devices that no gateway can write to, that are read-only, or of another company', async () => {
  const { sid, sn } = gateways[0]!;
  const child = await makeChild(sql, { sid, gateway: sn });
  expect(await keysFor({ model: MICRO })).toEqual({ sns: [child], total: 1 });
  await sql`update devices set product_id = (select id from products where name = 'OpenDTU') where sn = ${sn}`;
  expect(await keysFor({ model: MICRO })).toEqual({ sns: [], total: 0 });
  await sql`update devices set product_id = (select id from products where name = 'HG-1') where sn = ${sn}`;
  const stranger = await createSetupPlants(server, 1);
  await sql`update sites set shared_with = array[${stranger.one.id}::int], installer_id = ${stranger.one.id} where sid = ${sid}`;
  expect((await keysFor({ model: GATEWAY, filters: { keywords: mark } }, stranger.first)).total).toBe(0);
});

test('marks plants whose owner switched control off, and allows viewing only with a password alone', async () => {
  await sql`update sites set control_off_at = now() where sid = ${gateways[2]!.sid}`;
  const { list } = await ask('configuration/inverter/group/filter', { model: GATEWAY }, first);
  expect(list.map(({ isOff }) => isOff)).toEqual([false, false, true]);
  await sql`update sessions set second_factor = null where user_id = ${one.id}`;
  const passwordOnly = { token: await server.signedIn(one.id) };
  expect(await ask('configuration/inverter/group/filter', {}, passwordOnly)).toMatchObject({
    mayWrite: false,
    needsSecondFactor: true,
  });
  await strong(one.id);
});
