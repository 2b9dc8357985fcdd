// configuration/inverter/setupValue: the same values for many devices, one command each, read back like those of a single device.
import { expect, test } from 'vitest';
import { mqttServer } from '../../../../test/mqttServer.ts';
import { createSetupPlants, GATEWAY, playAll } from '../../../../test/setupPlants.ts';

const server = await mqttServer();
const { sql, ask, call, port } = server;
const write = [{ name: 'reconnectTimeS', value: 90 }];
const body = ({ mark, gateways }: { mark: string; gateways: object[] }) => ({
  model: GATEWAY,
  filters: { keywords: mark },
  devices: gateways.length,
  write,
});
const commandsOf = (id: string) => sql<{ sid: string; sn: string; state: string }[]>`
  select sid, sn, state from commands where setup_id = ${id} order by sid, sn`;

test('writes the values to every matching device, which reads them back', async () => {
  const plants = await createSetupPlants(server, 3);
  const { first, gateways } = plants;
  const memories = await playAll(server, port, gateways);
  const { setup } = await ask('configuration/inverter/setupValue', body(plants), first);
  expect(setup).toMatchObject({
    model: GATEWAY,
    modelName: 'HG-1',
    askedBy: plants.one.email,
    stoppedIso: null,
    devices: 3,
    leftOut: 0,
    values: [{ name: 'reconnectTimeS', title: 'Reconnect time', unit: 's', value: 90 }],
  });
  await expect
    .poll(async () => (await commandsOf(setup.id)).map(({ state }) => state), { timeout: 10_000 })
    .toEqual(['readBack', 'readBack', 'readBack']);
  expect(memories.map(({ values }) => values.reconnectTimeS)).toEqual([90, 90, 90]);
  const lines = await sql<{ after: { command: string } }[]>`
    select after from audit_log where action = 'gateway/bsg/server' and object = ${gateways[0]!.sid}`;
  expect(lines).toHaveLength(1);
});

test('leaves out unreachable devices with the reason, and commands the others', async () => {
  const plants = await createSetupPlants(server, 3);
  const { first, gateways } = plants;
  await sql`update sites set control_off_at = now() where sid = ${gateways[0]!.sid}`;
  await ask('gateway/bsg/server', { ...gateways[1]!, write: [{ name: 'reconnectTimeS', value: 61 }], waitS: 0 }, first);
  const { setup } = await ask('configuration/inverter/setupValue', body(plants), first);
  expect(setup).toMatchObject({ devices: 1, leftOut: 2, counts: { approved: 1 } });
  expect((await commandsOf(setup.id)).map(({ sn }) => sn)).toEqual([gateways[2]!.sn]);
  const { leftOut } = await ask('configuration/inverter/setupList', { id: setup.id }, first);
  expect(leftOut.map(({ sn, reason }) => [sn, reason])).toEqual([
    [gateways[0]!.sn, 'controlIsOff'],
    [gateways[1]!.sn, 'commandPending'],
  ]);
  // No device remains.
  expect(await call('configuration/inverter/setupValue', body(plants), first)).toMatchObject({ code: 1564 });
});

test('changes nothing when the preview is outdated or the values are not allowed', async () => {
  const plants = await createSetupPlants(server, 2);
  const { first, one } = plants;
  const request = body(plants);
  const tried = async (changed: object, caller = first) =>
    (await call('configuration/inverter/setupValue', { ...request, ...changed }, caller)).code;
  expect(await tried({ devices: 1 })).toBe(1563);
  expect(await tried({ devices: 3 })).toBe(1563);
  expect(await tried({ devices: 501 })).toBe(400);
  expect(await tried({ model: 10_005 })).toBe(1007);
  expect(await tried({ write: [{ name: 'nothing', value: 1 }] })).toBe(1553);
  expect(await tried({ write: [{ name: 'reconnectTimeS', value: 901 }] })).toBe(1554);
  expect(await tried({ write: [...write, ...write] })).toBe(400);
  await sql`update sessions set second_factor = null where user_id = ${one.id}`;
  expect(await tried({}, { token: await server.signedIn(one.id) })).toBe(1552);
  const stranger = await createSetupPlants(server, 1);
  expect(await tried({}, stranger.first)).toBe(1563);
  expect(await sql`select from commands where company_id = ${plants.companyId}`).toHaveLength(0);
});

test('refuses one of two concurrent setups as already in progress', async () => {
  const plants = await createSetupPlants(server, 2);
  const responses = await Promise.all(
    [plants.first, plants.second].map((caller) => call('configuration/inverter/setupValue', body(plants), caller)),
  );
  expect(responses.map(({ code }) => code).sort()).toEqual([1564, 200].sort());
});
