// configuration/inverter/setupDefaultValue: the catalogue of a product.
import { expect, test } from 'vitest';
import { createSetupPlants, GATEWAY } from '../../../../test/setupPlants.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call } = server;
const { first } = await createSetupPlants(server, 1);

test('the form of a group: range, step and what it is from the factory', async () => {
  const { name, parameters } = await ask('configuration/inverter/setupDefaultValue', { model: GATEWAY }, first);
  expect(name).toBe('HG-1');
  expect(parameters[0]).toMatchObject({ name: 'reconnectTimeS', unit: 's', min: 0, max: 900, step: 1, default: 60 });
});

test.each([10_005, 77_777])('%d has nothing to be set, or is none', async (model) => {
  expect(await call('configuration/inverter/setupDefaultValue', { model }, first)).toMatchObject({ code: 1007 });
});
