// The table of families: no duplicates, and every product has a complete profile.
import { readdirSync } from 'node:fs';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import { capturedFrames } from '@heliograph/simulator/capturedFrames.ts';
import { expect, test } from 'vitest';
import { energySource, FAMILIES, POST_PATHS, PRODUCTS, parametersOf, parseRaw, profileOf } from './families.ts';
import type { Reading } from './family.ts';
import { producesEnergy } from './kinds.ts';
import { plainProfile, readingOfRow } from './rows.ts';

const AT = new Date('2026-06-15T10:00:00Z');
const PLACE = { timeZone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 };

function parsed(path: string, body: Uint8Array, sn?: string): Reading {
  const reading = parseRaw({ path, body, address: '192.0.2.1' }, AT, sn);
  if ('rejected' in reading) throw new Error(reading.rejected);
  return reading;
}

test('each folder is a family of the table, and no path, profile or product belongs to two families', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) expect(FAMILIES).toHaveProperty(name);
  const families = Object.values(FAMILIES);
  for (const names of [
    families.flatMap(({ parsers }) => Object.keys(parsers)),
    families.flatMap(({ profiles }) => Object.keys(profiles)),
    PRODUCTS.map(({ name }) => name),
    PRODUCTS.map(({ model }) => model),
  ]) {
    expect(new Set<unknown>(names).size).toBe(names.length);
  }
});

test.each(PRODUCTS)(
  'a $name has a profile of its own family, chart lines with units and an energy source',
  (product) => {
    const family = Object.values(FAMILIES).find(({ products }) => products.includes(product))!;
    expect(profileOf(product.profile)).toBe(family.profiles[product.profile]);
    const { expectedUploadS } = profileOf(product.profile);
    expect(expectedUploadS).toBeGreaterThanOrEqual(1);
    expect(expectedUploadS).toBeLessThanOrEqual(3600);
    const lines = parametersOf({ frameProfile: product.profile, inputs: product.inputs });
    if (producesEnergy(product.kind)) expect(lines[0]).toEqual({ name: 'Production', unit: 'W', quantity: 'powerW' });
    else expect(lines.map(({ name }) => name)).not.toContain('Production');
    expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
    for (const { quantity } of lines) expect(QUANTITIES).toHaveProperty(quantity);
    expect(energySource(product.profile, product.ratedPowerW, PLACE)).toMatchObject({
      ratedPowerW: product.ratedPowerW || profileOf(product.profile).maxRatedW,
      ...PLACE,
    });
  },
);

test('a product without a profile, or with an unknown one, has the profile of rows', () => {
  expect(profileOf(null)).toBe(plainProfile);
  expect(profileOf('BDM-1')).toBe(plainProfile);
  expect(energySource(null, 5000, PLACE)).toMatchObject({ counter: 'none', wrapWh: null, stepWh: 0 });
  expect(parametersOf({ frameProfile: null, inputs: 1 }).map(({ name, unit }) => [name, unit])).toEqual([
    ['Production', 'W'],
    ['AC Frequency', 'Hz'],
    ['Temperature', '°C'],
    ['Power_1', 'W'],
    ['DC Voltage_1', 'V'],
  ]);
});

test('stored bytes of a frame and of a gateway’s row are parsed as on arrival', () => {
  const [model, hex] = capturedFrames.at(-1)!;
  const reading = parsed('/t.php', Buffer.from(hex, 'hex'));
  const reparsed = parsed(reading.raw!.path, reading.raw!.body, reading.sn);
  expect(POST_PATHS).toContain('/t.php');
  expect(reparsed).toEqual({ ...reading, quantities: expect.any(Function) });
  expect(reparsed.quantities(model)).toEqual(reading.quantities(model));

  const quantities = { powerW: 311.2, frequencyHz: 50.01, input1PowerW: 160.3, temperatureC: null };
  const row = readingOfRow({ gateway: 'GATEWAY1', sn: '1F90FF72', at: AT, quantities, statusBits: 0x20, mode: 6 });
  const stored = parsed(row.raw!.path, row.raw!.body, row.sn);
  expect(stored).toMatchObject({
    sn: '1F90FF72',
    at: AT,
    gateway: 'GATEWAY1',
    statusBits: 0x20,
    mode: 6,
    imported: false,
  });
  expect(stored.quantities(null)).toEqual({ powerW: 311.2, frequencyHz: 50.01, input1PowerW: 160.3 });
  expect(stored.raw!.body).toEqual(row.raw!.body);
  expect(parseRaw({ ...row.raw!, path: '/nowhere' }, AT)).toEqual({ rejected: 'path' });
});

test('counts are scaled by their product, or by the guess without a profile of the family; rows are not scaled', () => {
  const [model, hex, powerW] = capturedFrames[0]!;
  const reading = parsed('/i.php', Buffer.from(hex, 'hex'));
  expect(reading.profileGuess).toBe(model);
  expect(reading.quantities(model).powerW).toBe(powerW);
  expect(reading.quantities('BDM-800').powerW).toBeCloseTo((powerW * 100) / (25 * Math.PI), 9);
  expect(reading.quantities(null).powerW).toBe(powerW);
  expect(reading.quantities('a meter').powerW).toBe(powerW);
  const row = readingOfRow({
    gateway: 'GATEWAY1',
    sn: '1F90FF72',
    at: AT,
    quantities: { powerW: 100, frequencyHz: 400 },
  });
  expect(row.quantities('BDM-800')).toEqual({ powerW: 100 });
});
