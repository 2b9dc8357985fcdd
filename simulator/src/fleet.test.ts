// The demonstration fleet: covers every feature, has no duplicates, and has its planted faults.
import { describe, expect, test } from 'vitest';
import { readingAt } from './device.ts';
import { companies, fleet } from './fleet.ts';
import { bdmTraits } from './models.ts';

const began = Date.UTC(2026, 10, 21, 9);
const sites = fleet(1, began);
const devices = sites.flatMap((site) => site.devices);
const dayMs = 86_400_000;

describe('companies', () => {
  test('form one tree of a manager, 2 distributors, 3 dealers and 6 installers, parents first', () => {
    const counts = Object.groupBy(companies(), (company) => company.kind);
    expect(Object.fromEntries(Object.entries(counts).map(([kind, all]) => [kind, all.length]))).toEqual({
      manager: 1,
      distributor: 2,
      dealer: 3,
      installer: 6,
    });
    const above = { manager: null, distributor: 'manager', dealer: 'distributor', installer: 'dealer' } as const;
    const seen = new Map<string, string>();
    for (const company of companies()) {
      expect(company.parentKey === null ? null : seen.get(company.parentKey)).toBe(above[company.kind]);
      seen.set(company.key, company.kind);
    }
  });

  test('include plants for each installer', () => {
    const installers = companies().filter((company) => company.kind === 'installer');
    for (const { key } of installers) expect(sites.filter((site) => site.companyKey === key).length).toBeGreaterThan(1);
  });
});

describe('plants', () => {
  test('are in ten or more countries, in time zones of half and three-quarter hours and at the date line', () => {
    expect(sites.length).toBeGreaterThanOrEqual(30);
    expect(new Set(sites.map((site) => site.countryCode)).size).toBeGreaterThan(20);
    const zones = sites.map((site) => site.timeZone);
    for (const zone of [
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'Pacific/Auckland',
      'Pacific/Kiritimati',
      'Australia/Adelaide',
    ]) {
      expect(zones).toContain(zone);
    }
  });

  test('lie within their time zone', () => {
    for (const site of sites) {
      const zoned = Temporal.Instant.from('2026-01-15T12:00Z').toZonedDateTimeISO(site.timeZone);
      const offBy = (zoned.offsetNanoseconds / 3.6e12 - site.longitude / 15 + 36) % 24;
      expect(Math.abs(offBy - 12), site.name).toBeLessThan(2.3);
    }
  });

  test('have reserved e-mail addresses, unique keys and commissioning dates in the past', () => {
    expect(new Set(sites.map((site) => site.key)).size).toBe(sites.length);
    for (const site of sites) {
      expect(site.owner.email).toMatch(/^[a-z.]+@example\.org$/);
      expect(site.installer.email).toMatch(/^[a-z.]+@[a-z]+\.example\.com$/);
      if (site.commissionedOn !== null) expect(site.commissionedOn < '2026-11-21').toBe(true);
    }
  });

  test('range from one microinverter to a hundred modules', () => {
    const modules = sites.map((site) => site.devices.flatMap((device) => device.inputs).filter(Boolean).length);
    expect(Math.max(...modules)).toBe(100);
    expect(sites.some((site) => site.devices.length === 1)).toBe(true);
    expect(devices.length).toBeGreaterThan(350);
  });
});

describe('devices', () => {
  test('have serial numbers of eight upper-case hex digits, all different', () => {
    for (const { sn } of devices) expect(sn).toMatch(/^[0-9A-F]{8}$/);
    expect(new Set(devices.map((device) => device.sn)).size).toBe(devices.length);
  });

  test('include all models, each with the number of sockets of its model', () => {
    expect(new Set(devices.map((device) => device.model)).size).toBe(4);
    for (const device of devices) expect(device.inputs).toHaveLength(bdmTraits[device.model].inputs);
  });

  test('are equal at every start; another beginning moves only faults and dates', () => {
    expect(fleet(1, began)).toEqual(sites);
    const later = fleet(1, began + 3 * dayMs).flatMap((site) => site.devices.map((device) => device.sn));
    expect(later).toEqual(devices.map((device) => device.sn));
    expect(fleet(2, began)[0]!.devices[0]!.sn).not.toBe(devices[0]!.sn);
  });
});

describe('planted faults', () => {
  const kinds = (key: string): string[] =>
    sites.find((site) => site.key === key)!.devices.flatMap((device) => device.faults.map((fault) => fault.kind));

  test('include a dead module, a dirty string, a silent plant, a plant not commissioned and an unregistered device', () => {
    expect(kinds('seeblick')).toEqual(['deadModule']);
    expect(kinds('acequia')).toHaveLength(10);
    expect(new Set(kinds('sobreiro'))).toEqual(new Set(['silence']));
    expect(sites.filter((site) => site.commissionedOn === null && site.devices.length === 0)).toHaveLength(1);
    expect(devices.filter((device) => !device.registered)).toHaveLength(1);
  });

  test('include one device with an error now at any hour, reported within the last day', () => {
    for (let hour = 0; hour < 24; hour += 5) {
      const now = began + hour * 3_600_000;
      const site = fleet(1, now).find((one) => one.key === 'simonsberg')!;
      const said = site.devices.filter((device) =>
        Array.from({ length: 48 }, (_, i) => readingAt(site, device, now - i * 1_800_000)?.status).includes(0x0010),
      );
      expect(said).toHaveLength(1);
    }
  });
});
