// ksp/cureParamateMap: the settings of a hybrid's battery, apart from the rest of its catalogue.
import { expect, test } from 'vitest';
import { BATTERY_LIMITS, BATTERY_SET, BATTERY_VALUES, tellBattery } from '../../../test/batterySets.ts';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const { asked, call, device, sql, token } = await createReportingPlant();

test('returns the settable values, and those reported by the device', async () => {
  const hybrid = await device('Hybrid inverter');
  expect(await asked('ksp/cureParamateMap', hybrid)).toMatchObject({ limits: BATTERY_LIMITS, inDevice: null });
  await tellBattery(sql, hybrid, { ...BATTERY_VALUES, reconnectTimeS: 60 });
  const { inDevice, names } = await asked('ksp/cureParamateMap', hybrid);
  expect(inDevice).toEqual(BATTERY_SET);
  expect(names).not.toContain('reconnectTimeS');
});

test('refuses other kinds of devices and inaccessible plants', async () => {
  const battery = await device('Battery');
  expect(await call('ksp/cureParamateMap', battery, { token })).toMatchObject({ code: 1400, data: {} });
  const elsewhere = { ...battery, sid: 'DE_20261121_k7Qm4x' };
  expect(await call('ksp/cureParamateMap', elsewhere, { token })).toMatchObject({ code: 1005, data: {} });
});
