// Messages of gateways: only names and values of the contract, power balances to the digit sent, planted faults as in the table.
import { REPORT_KINDS } from '@heliograph/contract/report.ts';
import { quantitiesOf } from '@heliograph/contract/reportFields.ts';
import { describe, expect, test } from 'vitest';
import { isQuick, sampled } from '../../server/test/sampling.ts';
import { dayOf } from './daylight.ts';
import { type Fault, inputShare } from './faults.ts';
import { plantedFaults } from './faultTable.ts';
import { fleet } from './fleet.ts';
import type { FleetGateway, FleetSite } from './fleetSite.ts';
import { announceAt, dayColumns, nextReportMs, type Row, rowsAt, versionsAt } from './gatewayReports.ts';

const began = Date.UTC(2026, 5, 21, 9, 40);
const dayMs = 86_400_000;
const sites = fleet(1, began).filter(({ gateways }) => gateways.length > 0);
const named = (key: string): FleetSite => sites.find((site) => site.key === key)!;
const noon = began - dayMs + 2 * 3_600_000;

/** Returns the site with only these faults, on the machines of a kind. */
function withFaults(key: string, kind: string, faults: readonly Fault[]): FleetSite {
  const site = named(key);
  const gateways = site.gateways.map((gateway) => ({
    ...gateway,
    faults: [],
    machines: gateway.machines.map((machine) => ({ ...machine, faults: machine.kind === kind ? faults : [] })),
  }));
  return { ...site, gateways };
}
const rowsOf = (site: FleetSite, atMs: number): Row[] =>
  site.gateways.flatMap((gateway) => rowsAt(site, gateway, atMs));
const qOf = (site: FleetSite, kind: string, atMs: number): Record<string, number> => {
  const sns = site.gateways.flatMap(({ machines }) => machines.filter((one) => one.kind === kind).map(({ sn }) => sn));
  return rowsOf(site, atMs).find(({ sn }) => sns.includes(sn))!.q;
};

describe.each(sampled(sites, isQuick ? 6 : 3).map((site) => [site.key, site] as const))('%s', (_, site) => {
  test('reports only quantities of the contract, for every machine within a day', () => {
    const kinds = new Map(site.gateways.flatMap(({ machines }) => machines.map(({ sn, kind }) => [sn, kind])));
    const reported = new Set<string>();
    for (let atMs = began - 5 * dayMs; atMs < began - 4 * dayMs; atMs += 1_700_000) {
      for (const { sn, q, status } of rowsOf(site, atMs)) {
        reported.add(sn);
        expect(status).toMatch(/^[0-9A-F]{4}$/);
        const { unknown, rejected, quantities } = quantitiesOf(kinds.get(sn)!, q);
        expect({ unknown, rejected }, `${kinds.get(sn)} ${JSON.stringify(q)}`).toEqual({ unknown: 0, rejected: 0 });
        expect(Object.keys(quantities)).toHaveLength(Object.keys(q).length);
      }
    }
    expect(reported).toEqual(new Set(kinds.keys()));
  });

  test('returns the same values as columns of a day and as rows', () => {
    const day = dayOf(site.timeZone, noon);
    const gateway = site.gateways[0]!;
    const columns = dayColumns(site, gateway, day, { everyS: 3600, fromMs: noon - 4 * 3_600_000, toMs: noon });
    for (const [sn, { atMs, values }] of columns) {
      for (const [row, at] of atMs.entries()) {
        const { q } = rowsAt(site, gateway, at).find((one) => one.sn === sn)!;
        expect(Object.fromEntries(Object.entries(values).map(([name, column]) => [name, column[row]]))).toEqual(q);
      }
    }
  });
});

test('the fleet has every kind of machine, plants with several gateways, and one, three and four wires', () => {
  const kinds = sites.flatMap(({ gateways }) =>
    gateways.flatMap(({ kind, machines }) => [kind, ...machines.map((one) => one.kind)]),
  );
  expect(new Set(kinds)).toEqual(new Set(REPORT_KINDS));
  expect(sites.filter(({ gateways }) => gateways.length > 1).length).toBeGreaterThan(1);
  expect(new Set(sites.map(({ home }) => home!.wires))).toEqual(new Set([1, 3, 4]));
});

test('a hybrid reports a balance to the tenth of a watt, and its meter reports the same grid power by phase', () => {
  const site = named('birkenhof');
  for (let atMs = began - 2 * dayMs; atMs < began; atMs += 1_300_000) {
    const q = qOf(site, 'hybrid', atMs);
    expect(Math.abs(q.powerW! + q.gridPowerW! + q.batteryPowerW! - q.loadPowerW!)).toBeLessThan(0.21);
    const meter = qOf(site, 'meter', atMs);
    expect([meter.powerW, meter.importWh, meter.exportWh]).toEqual([q.gridPowerW, q.gridImportWh, q.gridExportWh]);
    expect(meter.l1PowerW! + meter.l2PowerW! + meter.l3PowerW!).toBeCloseTo(meter.powerW!, 6);
    expect(meter).not.toHaveProperty('l12VoltageV');
  }
});

test('counters balance over several days, too', () => {
  const site = named('birkenhof');
  const [from, to] = [qOf(site, 'hybrid', began - 9 * dayMs), qOf(site, 'hybrid', began)];
  const made = (name: string): number => to[name]! - from[name]!;
  const rest = made('counterWh') + made('gridImportWh') - made('gridExportWh') - made('batteryChargeWh');
  expect(Math.abs(rest + made('batteryDischargeWh') - made('loadWh'))).toBeLessThan(3);
  expect(made('loadWh')).toBeGreaterThan(50_000);
});

test('three wires have phase-to-phase voltages, one phase has no phase quantities, and strings share their tracker', () => {
  const farm = qOf(named('sonnenacker'), 'meter', noon);
  expect(farm.l12VoltageV).toBeGreaterThan(380);
  expect(farm).not.toHaveProperty('l1VoltageV');
  expect(farm.powerW).toBeLessThan(-50_000);
  expect(qOf(named('moorgate'), 'meter', noon)).not.toHaveProperty('l1PowerW');
  const inverter = qOf(named('sonnenacker'), 'inverter', noon);
  expect(inverter.string1CurrentA! + inverter.string2CurrentA!).toBeCloseTo(inverter.input1CurrentA!, 1);
  expect(inverter.string8CurrentA).toBeGreaterThan(1);
  expect(inverter.insulationOhm).toBeGreaterThan(100_000);
});

test('microinverters and string inverters are silent at night, the others continue to report', () => {
  const midnight = Date.UTC(2026, 5, 20, 23);
  for (const site of sites) {
    for (const gateway of site.gateways) {
      const awake = rowsAt(site, gateway, midnight).map(
        ({ sn }) => gateway.machines.find((one) => one.sn === sn)!.kind,
      );
      expect(awake).toEqual(
        gateway.machines.map(({ kind }) => kind).filter((kind) => !['microinverter', 'inverter'].includes(kind)),
      );
    }
  }
});

test('an announcement lists the attached devices, and a new firmware changes it', () => {
  const gateway: FleetGateway = named('werkhof').gateways[0]!;
  const announce = announceAt(gateway, began) as { devices: { firmware: string }[] };
  expect(announce).toMatchObject({ v: 1, kind: 'gateway', intervalS: 60 });
  expect(announce.devices).toHaveLength(9);
  expect(versionsAt(gateway, began + 3_600_000)).not.toBe(versionsAt(gateway, began));
  expect(announceAt(named('birkenhof').gateways[0]!, began)).toMatchObject({
    kind: 'hybrid',
    devices: [{ kind: 'meter' }],
  });
});

test('all gateways report once per interval, each at its own offset', () => {
  const offsets = sites.flatMap(({ gateways }) => gateways.map((gateway) => nextReportMs(gateway, began) % 60_000));
  expect(new Set(offsets).size).toBeGreaterThan(5);
  const gateway = sites[0]!.gateways[0]!;
  expect(nextReportMs(gateway, nextReportMs(gateway, began) + 1)).toBe(nextReportMs(gateway, began) + 60_000);
});

describe('faults', () => {
  test('a wrong sign inverts power and swaps the counters until it ends', () => {
    const right = withFaults('amselweg', 'meter', []);
    const fromMs = began - 3 * dayMs;
    const toMs = began - dayMs;
    const wrong = withFaults('amselweg', 'meter', [{ kind: 'wrongSign', fromMs, toMs }]);
    const at = (site: FleetSite, ms: number) => qOf(site, 'meter', ms);
    expect(at(wrong, fromMs - 60_000)).toEqual(at(right, fromMs - 60_000));
    expect(at(wrong, toMs - 60_000).powerW).toBe(-at(right, toMs - 60_000).powerW!);
    const rise = (site: FleetSite, name: string) => at(site, toMs)[name]! - at(site, fromMs)[name]!;
    expect(Math.abs(rise(wrong, 'importWh') - rise(right, 'exportWh'))).toBeLessThan(2);
    expect(Math.abs(rise(wrong, 'exportWh') - rise(right, 'importWh'))).toBeLessThan(2);
    const later = (site: FleetSite) => at(site, began).importWh! - at(site, toMs).importWh!;
    expect(Math.abs(later(wrong) - later(right))).toBeLessThan(2);
  });

  test('swapped phases change the phase values, not the total', () => {
    const right = qOf(withFaults('amselweg', 'meter', []), 'meter', noon);
    const wrong = qOf(withFaults('amselweg', 'meter', [{ kind: 'swappedPhases', fromMs: 0 }]), 'meter', noon);
    expect(wrong.powerW).toBe(right.powerW);
    expect(wrong.l1PowerW).toBeCloseTo(right.l2PowerW!, 6);
    expect(wrong.l2PowerW).toBeCloseTo(right.l1PowerW!, 6);
    expect(wrong.l1VoltageV).toBe(right.l1VoltageV);
  });

  test('a counter that was reset restarts at 0', () => {
    const fromMs = began - 2 * dayMs;
    const reset = withFaults('birkenhof', 'hybrid', [{ kind: 'counterReset', fromMs }]);
    const right = withFaults('birkenhof', 'hybrid', []);
    expect(qOf(reset, 'hybrid', fromMs)).toMatchObject({
      counterWh: 0,
      loadWh: 0,
      gridImportWh: 0,
      batteryChargeWh: 0,
    });
    const rise = qOf(right, 'hybrid', began).loadWh! - qOf(right, 'hybrid', fromMs).loadWh!;
    expect(Math.abs(qOf(reset, 'hybrid', began).loadWh! - rise)).toBeLessThan(2);
    expect(qOf(reset, 'hybrid', began).counterDayWh).toBe(qOf(right, 'hybrid', began).counterDayWh);
  });

  test('a dead input, dirt and a shade reduce the power, and a tripped machine still reports', () => {
    const power = (faults: readonly Fault[]) =>
      qOf(withFaults('amselweg', 'microinverter', faults), 'microinverter', noon).powerW!;
    const whole = power([]);
    expect(power([{ kind: 'deadModule', input: 0, fromMs: 0 }])).toBeLessThan(0.55 * whole);
    expect(power([{ kind: 'dirt', share: 0.3, fromMs: 0 }])).toBeLessThan(0.75 * whole);
    expect(power([{ kind: 'shade', fromHour: 11, toHour: 14, share: 0.5, fromMs: 0 }])).toBeLessThan(0.6 * whole);
    const site = withFaults('amselweg', 'microinverter', [{ kind: 'errorBits', bits: 0x10, powerShare: 0, fromMs: 0 }]);
    expect(rowsOf(site, noon)[0]).toMatchObject({ status: '0010', q: { powerW: 0 } });
  });

  test('dirt builds up slowly, and snow slides off one input after the other', () => {
    const dirt: Fault = { kind: 'dirt', share: 0.4, overDays: 10, fromMs: 0 };
    expect([0, 5, 10, 20].map((days) => inputShare([dirt], 0, days * dayMs))).toEqual([1, 0.8, 0.6, 0.6]);
    const snow: Fault = { kind: 'snow', share: 1, slidesOverHours: 16, fromMs: 0, toMs: dayMs };
    const shares = (hours: number) => [0, 1, 2].map((input) => inputShare([snow], input, dayMs + hours * 3_600_000));
    expect([shares(-1), shares(1), shares(8), shares(15)]).toEqual([
      ...[
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [1, 1, 1],
      ],
    ]);
  });

  test('are listed one per row, with the serial number of a device of their plant', () => {
    const list = plantedFaults(fleet(1, began));
    expect(list).toEqual(plantedFaults(fleet(1, began)));
    const kindsOfWerkhof = new Set(list.filter(({ plant }) => plant === 'werkhof').map(({ kind }) => kind));
    // Faults of daily counters are planted at plants that post frames, snow where it is cold, and swapped numbers where two roof faces have their own devices.
    expect([...new Set(list.map(({ kind }) => kind))].filter((kind) => !kindsOfWerkhof.has(kind)).sort()).toEqual([
      'snow',
      'swappedNumbers',
      'warpBack',
      'wrongClock',
    ]);
    for (const { plant, device, from, to, changes } of list) {
      const site = fleet(1, began).find(({ key }) => key === plant)!;
      const sns = [...site.devices, ...site.gateways, ...site.gateways.flatMap(({ machines }) => machines)].map(
        ({ sn }) => sn,
      );
      expect(sns).toContain(device);
      expect(changes.length).toBeGreaterThan(10);
      if (to !== null) expect(to > from).toBe(true);
    }
  });
});
