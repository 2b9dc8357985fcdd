// configuration/inverter/setupDefaultValue: the parameter catalogue of a product.
import { expect, test } from 'vitest';
import { createSetupPlants, GATEWAY } from '../../../../test/setupPlants.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call } = server;
const { first } = await createSetupPlants(server, 1);

test('returns range, step and factory default of each parameter', async () => {
  const { name, parameters } = await ask('configuration/inverter/setupDefaultValue', { model: GATEWAY }, first);
  expect(name).toBe('HG-1');
  expect(parameters[0]).toMatchObject({ name: 'reconnectTimeS', unit: 's', min: 0, max: 900, step: 1, default: 60 });
});

test.each([10_005, 77_777])('refuses %d, which has no settable parameters or does not exist', async (model) => {
  expect(await call('configuration/inverter/setupDefaultValue', { model }, first)).toMatchObject({ code: 1007 });
});
