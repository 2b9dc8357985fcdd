// gateway/parameters: the product's catalogue with reported and last requested values.
import { expect, test } from 'vitest';
import { makeCommand, makeDevice, makeUser } from '../../../test/factories.ts';
import { createGatewayPlant } from '../../../test/gatewayPlant.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call } = server;
const { sid, sn, companyId, first } = await createGatewayPlant(server);

test('returns range, step and default of the catalogue, and the newest requested values', async () => {
  await sql`
    insert into device_parameters (sid, sn, told)
    values (${sid}, ${sn}, '{"overVoltageV": {"value": 264.5, "at": "2026-06-15T09:00:00Z"}, "gone": {"value": 1, "at": "2026-06-15T09:00:00Z"}}')`;
  await makeCommand(sql, { sid, sn, companyId });
  const { parameters, actions, output, lastAction, ...device } = await ask('gateway/parameters', { sid, sn }, first);
  expect(device).toEqual({ sleepsUntilIso: null, sn, alias: '', modelName: 'HG-1', gatewaySn: sn, isOnline: false });
  expect(actions).toEqual([{ action: 'restart', isProtected: false }]);
  expect(output).toEqual({ limitPercent: null, limitIso: null, isOn: null, onIso: null });
  expect(lastAction).toBeNull();
  expect(parameters.map(({ name }) => name)).toEqual([
    ...['reconnectTimeS', 'overVoltageV', 'overVoltageTimeS', 'underVoltageV', 'underVoltageTimeS'],
    ...['promptProtectionV', 'promptProtectionTimeS', 'nominalFrequencyHz'],
    ...['overFrequencyHz', 'overFrequencyTimeS', 'underFrequencyHz', 'underFrequencyTimeS'],
  ]);
  expect(parameters[1]).toMatchObject({
    unit: 'V',
    min: 230,
    max: 311,
    step: 0.1,
    default: null,
    isProtected: true,
    isVerified: false,
    value: 264.5,
    valueIso: '2026-06-15T11:00:00+02:00',
    wanted: 250,
    state: 'draft',
    isIssued: false,
    reason: '',
  });
  expect(parameters[0]).toMatchObject({ value: null, valueIso: null, wanted: null, state: null, isIssued: false });
});

test('refuses devices that cannot be configured, are missing, or belong to others', async () => {
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  expect(await call('gateway/parameters', { sid, sn: meter.sn }, first)).toMatchObject({ code: 1555 });
  expect(await call('gateway/parameters', { sid, sn: 'NOBODY1' }, first)).toMatchObject({ code: 1006 });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await call('gateway/parameters', { sid, sn }, stranger)).toMatchObject({ code: 1005 });
});
