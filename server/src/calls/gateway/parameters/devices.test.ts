// gateway/parameters/devices: what can be set in a plant, gateways first, and what of it this session may do.
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

test('what hangs on a gateway that obeys, and the gateway; nothing else', async () => {
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
  const found = async (keywords: string) => (await ask('gateway/parameters/devices', { sid, keywords }, first)).total;
  expect(await Promise.all(['eas', 'aa0', 'nothing', '%'].map(found))).toEqual([1, 1, 0, 0]);
  expect((await ask('gateway/parameters/devices', { sid, page: { size: 1, num: 1 } }, first)).list).toHaveLength(1);
});

test('a password alone may look, the owner switches, a stranger learns nothing', async () => {
  const weak = { token: await server.signedIn(one.id) };
  expect((await ask('gateway/parameters/devices', { sid }, weak)).control).toMatchObject({
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
