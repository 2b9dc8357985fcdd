// configuration/inverter/setupList: progress of each setup, and the result of every device.
import { expect, test } from 'vitest';
import { makeSetup } from '../../../../test/factories.ts';
import { type Obeys, obeys } from '../../../../test/gatewayPlant.ts';
import { mqttServer } from '../../../../test/mqttServer.ts';
import { createSetupPlants, GATEWAY, playAll } from '../../../../test/setupPlants.ts';

const server = await mqttServer();
const { sql, ask, call, port } = server;

test('returns a result for each device, read back, rejected or silent, by page and state', async () => {
  const plants = await createSetupPlants(server, 3);
  const { first, second, gateways, mark } = plants;
  const [, refusing, silent] = gateways;
  const how: Obeys = (command, memory) => {
    if (command.device === silent!.sn) return undefined;
    if (command.device === refusing!.sn) return [{ state: 'refused', reason: 'notReachable' }];
    return obeys(command, memory);
  };
  await playAll(server, port, gateways, how);
  const write = [{ name: 'reconnectTimeS', value: 90 }];
  const { setup } = await ask(
    'configuration/inverter/setupValue',
    { model: GATEWAY, filters: { keywords: mark }, devices: 3, write },
    first,
  );
  const ended = async () => (await ask('configuration/inverter/setupList', {}, second)).list[0]!.counts;
  await expect.poll(ended, { timeout: 10_000 }).toEqual({ readBack: 1, failed: 1, issued: 1 });
  const results = await ask('configuration/inverter/setupList', { id: setup.id }, second);
  expect(results.total).toBe(3);
  expect(results.devices.map(({ sn, state, reason, readBack }) => [sn, state, reason, readBack])).toEqual([
    [gateways[0]!.sn, 'readBack', '', [90]],
    [refusing!.sn, 'failed', 'notReachable', [null]],
    [silent!.sn, 'issued', '', [null]],
  ]);
  const failed = await ask('configuration/inverter/setupList', { id: setup.id, state: 'failed' }, first);
  expect(failed.devices.map(({ sn }) => sn)).toEqual([refusing!.sn]);
  const secondPage = await ask('configuration/inverter/setupList', { id: setup.id, page: { size: 2, num: 1 } }, first);
  expect(secondPage.devices.map(({ sn }) => sn)).toEqual([silent!.sn]);
});

test('treats a setup as missing for strangers, and hides plants that are no longer accessible', async () => {
  const plants = await createSetupPlants(server, 2);
  const [retained, removed] = plants.gateways;
  const id = await makeSetup(sql, { ...retained!, companyId: plants.companyId });
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, asked_by, company_id, asked_at, valid_s, expires_at, setup_id)
    values (${removed!.sid}, gen_random_uuid(), ${removed!.sn}, ${removed!.sn}, 'write', '{"overVoltageV": 250}', 'approved', 'write', 0,
      ${plants.companyId}, '2026-06-15', 600, '2099-01-01', ${id})`;
  const totalSeen = async () => (await ask('configuration/inverter/setupList', { id }, plants.first)).total;
  expect(await totalSeen()).toBe(2);
  const other = await createSetupPlants(server, 1);
  expect(await call('configuration/inverter/setupList', { id }, other.first)).toMatchObject({ code: 1565 });
  expect((await ask('configuration/inverter/setupList', {}, other.first)).total).toBe(0);
  await sql`update sites set company_id = ${other.companyId} where sid = ${removed!.sid}`;
  expect(await totalSeen()).toBe(1);
  const { list } = await ask('configuration/inverter/setupList', {}, plants.first);
  expect(list[0]).toMatchObject({ id, devices: 1, counts: { draft: 1 }, leftOut: 1 });
});
