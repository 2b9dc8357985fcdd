// gateway/parameters/devices: configurable devices of a plant, gateways first, and the permissions of this session.
import { expect, test } from 'vitest';
import { makeCommand, makeDevice, makeUser } from '../../../../test/factories.ts';
import { createGatewayPlant } from '../../../../test/gatewayPlant.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call } = server;
const { sid, sn, companyId, one, owning, first } = await createGatewayPlant(server);
const under = await makeDevice(sql, { sid, product: 'BDM-800', sn: 'AA000001' });
await sql`update devices set gateway_sn = ${sn}, alias = 'East' where sn = ${under.sn}`;
await makeDevice(sql, { sid, product: 'BDM-800' });
await makeDevice(sql, { sid, product: 'Meter' });
await makeCommand(sql, { sid, sn, companyId });

test('lists a controllable gateway and its attached devices, and nothing else', async () => {
  const { list, total, control } = await ask('gateway/parameters/devices', { sid }, first);
  expect(list.map((row) => [row.sn, row.gatewaySn, row.open])).toEqual([
    [sn, sn, 1],
    ['AA000001', sn, 0],
  ]);
  expect(total).toBe(2);
  expect(control).toEqual({
    isOff: false,
    offIso: null,
    freeIso: null,
    maySwitch: false,
    mayRead: true,
    mayWrite: true,
    mayApprove: true,
    needsSecondFactor: false,
  });
  const totalOf = async (keywords: string) => (await ask('gateway/parameters/devices', { sid, keywords }, first)).total;
  expect(await Promise.all(['eas', 'aa0', 'nothing', '%'].map(totalOf))).toEqual([1, 1, 0, 0]);
  expect((await ask('gateway/parameters/devices', { sid, page: { size: 1, num: 1 } }, first)).list).toHaveLength(1);
});

test('lets a password alone view, the owner switch control, and a stranger see nothing', async () => {
  const passwordOnly = { token: await server.signedIn(one.id) };
  expect((await ask('gateway/parameters/devices', { sid }, passwordOnly)).control).toMatchObject({
    mayRead: true,
    mayWrite: false,
    needsSecondFactor: true,
  });
  expect((await ask('gateway/parameters/devices', { sid }, owning)).control).toMatchObject({
    maySwitch: true,
    mayRead: false,
    mayWrite: false,
  });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await call('gateway/parameters/devices', { sid }, stranger)).toMatchObject({ code: 1005 });
});
