// Faults planted in the demonstration, so that alerts, comparisons and counters have something to show: the table that the fleet takes them from, and a list of them for comparisons.
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Fault, FaultKind } from './faults.ts';
import type { FleetSite } from './fleetSite.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `device`: a device that posts frames; `gateway`; or machines of a kind on the gateway with that index. */
type Part = { part: 'device' | 'gateway' } | { part: Exclude<ReportKind, 'gateway'>; gateway: number };

export type Place = { plant: string } & Part;

/** Devices are counted from 0 within the place, `last` inclusive; `at`: when the demonstration began. */
type Row = { place: Place; first: number; last?: number; fault: (at: number) => Fault };

const device = (plant: string): Place => ({ plant, part: 'device' });
/** The plant with one fault of each kind that reports can show. */
const yard = 'werkhof';
const micro: Place = { plant: yard, part: 'microinverter', gateway: 0 };
const meter: Place = { plant: yard, part: 'meter', gateway: 0 };
const string: Place = { plant: yard, part: 'inverter', gateway: 1 };

/** 24 days ago if that was in winter, else 1 February: in May it would not be snow. */
function snowFellMs(at: number): number {
  const fellMs = at - 24 * dayMs;
  const then = new Date(fellMs);
  return then.getUTCMonth() < 2 || then.getUTCMonth() === 11 ? fellMs : Date.UTC(then.getUTCFullYear(), 1, 1, 12);
}

const faultTable: readonly Row[] = [
  { place: device('seeblick'), first: 2, fault: (at) => ({ kind: 'deadModule', input: 1, fromMs: at - 9 * dayMs }) },
  {
    place: device('acequia'),
    first: 10,
    last: 19,
    fault: (at) => ({ kind: 'dirt', share: 0.3, fromMs: at - 45 * dayMs }),
  },
  {
    place: device('simonsberg'),
    first: 5,
    // from 26 hours ago, so that a frame has reported it whatever the current hour
    fault: (at) => ({ kind: 'errorBits', bits: 0x0010, powerShare: 0, fromMs: at - 26 * hourMs }),
  },
  { place: device('sobreiro'), first: 0, last: 7, fault: (at) => ({ kind: 'silence', fromMs: at - 2 * dayMs }) },
  {
    place: device('murgasse'),
    first: 0,
    fault: (at) => ({
      kind: 'errorBits',
      bits: 0x0040,
      powerShare: 0,
      fromMs: at - 6 * dayMs,
      toMs: at - 6 * dayMs + 30 * hourMs,
    }),
  },
  {
    place: device('kazimierz'),
    first: 3,
    fault: (at) => ({ kind: 'wrongClock', resetAfterMidnightS: 47_000, fromMs: at - 20 * dayMs }),
  },
  // Not a fault, but planted so that a search for dead modules must not report these.
  {
    place: device('pilatus'),
    first: 0,
    last: 8,
    fault: (at) => ({
      kind: 'snow',
      share: 1,
      slidesOverHours: 20,
      fromMs: snowFellMs(at),
      toMs: snowFellMs(at) + 2 * dayMs,
    }),
  },
  {
    place: device('lindenbrunn'),
    first: 4,
    fault: (at) => ({ kind: 'swappedNumbers', with: 16, fromMs: at - 880 * dayMs }),
  },
  {
    place: device('lindenbrunn'),
    first: 16,
    fault: (at) => ({ kind: 'swappedNumbers', with: 4, fromMs: at - 880 * dayMs }),
  },
  { place: device('portici'), first: 7, fault: (at) => ({ kind: 'warpBack', fromMs: at - 3 * dayMs, lostWh: 220 }) },

  { place: micro, first: 0, fault: (at) => ({ kind: 'deadModule', input: 1, fromMs: at - 12 * dayMs }) },
  { place: micro, first: 1, fault: (at) => ({ kind: 'dirt', share: 0.35, fromMs: at - 20 * dayMs }) },
  {
    place: micro,
    first: 2,
    fault: (at) => ({ kind: 'shade', fromHour: 11, toHour: 14, share: 0.7, fromMs: at - 15 * dayMs }),
  },
  {
    place: micro,
    first: 3,
    fault: (at) => ({ kind: 'errorBits', bits: 0x0010, powerShare: 0, fromMs: at - 26 * hourMs }),
  },
  { place: micro, first: 4, fault: (at) => ({ kind: 'silence', fromMs: at - 3 * dayMs }) },
  { place: micro, first: 7, fault: (at) => ({ kind: 'silence', fromMs: at + 47 * minuteMs }) },
  { place: micro, first: 5, fault: (at) => ({ kind: 'counterReset', fromMs: at - 8 * dayMs - 13 * hourMs }) },
  { place: micro, first: 6, fault: (at) => ({ kind: 'firmware', version: '13', fromMs: at + 10 * minuteMs }) },
  { place: string, first: 0, fault: (at) => ({ kind: 'deadModule', input: 1, fromMs: at - 6 * dayMs }) },
  { place: meter, first: 0, fault: (at) => ({ kind: 'wrongSign', fromMs: at - 10 * dayMs }) },
  { place: meter, first: 0, fault: (at) => ({ kind: 'swappedPhases', fromMs: at - 14 * dayMs }) },
  {
    place: { plant: yard, part: 'gateway' },
    first: 0,
    fault: (at) => ({ kind: 'outage', fromMs: at + 15 * minuteMs, toMs: at + 45 * minuteMs }),
  },
  {
    place: { plant: yard, part: 'gateway' },
    first: 1,
    fault: (at) => ({ kind: 'clockJump', byS: 3600, fromMs: at + 12 * minuteMs, toMs: at + 20 * minuteMs }),
  },
  {
    place: { plant: yard, part: 'gateway' },
    first: 1,
    last: 2,
    fault: (at) => ({ kind: 'restart', fromMs: at + 33 * minuteMs }),
  },
];

/** The faults of the `index`-th device of a place. */
export function faultsOf(place: Place, index: number, beganAtMs: number): Fault[] {
  return faultTable
    .filter((row) => samePlace(row.place, place) && index >= row.first && index <= (row.last ?? row.first))
    .map(({ fault }) => fault(beganAtMs));
}

function samePlace(one: Place, other: Place): boolean {
  const gatewayOf = (place: Place): number => ('gateway' in place ? place.gateway : -1);
  return one.plant === other.plant && one.part === other.part && gatewayOf(one) === gatewayOf(other);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** Describes for each kind how it changes the reported values. */
const CHANGES: { [Kind in FaultKind]: (fault: Extract<Fault, { kind: Kind }>) => string } = {
  deadModule: ({ input }) => `Input ${input + 1} produces nothing.`,
  dirt: ({ share, overDays }) =>
    `${percent(share)} of the light is blocked${overDays ? `, building up over ${overDays} days` : ''}.`,
  snow: ({ share, slidesOverHours }) =>
    `Snow blocks ${percent(share)} of the light; then it slides off one input after the other over ${slidesOverHours} hours.`,
  shade: ({ share, fromHour, toHour }) =>
    `${percent(share)} of the light is lost from ${fromHour} to ${toHour} h solar time.`,
  swappedNumbers: ({ with: other, input }) =>
    `It is mounted where device ${other + 1} of its plant was registered${input === undefined ? '' : `, with its module ${input + 1}`}.`,
  errorBits: ({ bits, powerShare }) =>
    `The status word is ${bits.toString(16).padStart(4, '0')}, and ${percent(powerShare)} of the power is produced.`,
  silence: () => 'None of its messages arrive.',
  wrongClock: ({ resetAfterMidnightS }) => `Its daily counter resets ${resetAfterMidnightS} s after midnight.`,
  warpBack: ({ lostWh }) => `Its daily counter is ${lostWh} Wh too low until it resets.`,
  wrongSign: () => 'Grid import and export, or battery charge and discharge, are reported with the opposite sign.',
  swappedPhases: () => 'Currents and powers of L1 and L2 are swapped.',
  counterReset: () => 'Its lifetime counters restart at 0.',
  firmware: ({ version }) => `It reports firmware ${version}.`,
  restart: () => 'The gateway is switched off and on; its uptime restarts.',
  outage: () => 'The gateway is offline; it sends the measurements of that time afterwards.',
  clockJump: ({ byS }) => `Its clock is ${byS} s ahead until it receives the time.`,
};

export type PlantedFault = {
  plant: string;
  /** Serial number of the device or the gateway. */
  device: string;
  kind: FaultKind;
  /** Instants as ISO texts; `to` null: for good. */
  from: string;
  to: string | null;
  changes: string;
};

/** Lists every fault of a fleet, one row each. */
export function plantedFaults(fleet: readonly FleetSite[]): PlantedFault[] {
  return faultsIn(fleet).map(rowOf);
}

/** Lists each fault with its site and device, in the order of `plantedFaults`. */
export function faultsIn(fleet: readonly FleetSite[]): { site: FleetSite; device: string; fault: Fault }[] {
  return fleet.flatMap((site) =>
    [...site.devices, ...site.gateways.flatMap((gateway) => [gateway, ...gateway.machines])].flatMap(({ sn, faults }) =>
      faults.map((fault) => ({ site, device: sn, fault })),
    ),
  );
}

export function rowOf({ site, device, fault }: { site: FleetSite; device: string; fault: Fault }): PlantedFault {
  return {
    plant: site.key,
    device,
    kind: fault.kind,
    from: new Date(fault.fromMs).toISOString(),
    to: 'toMs' in fault && fault.toMs !== undefined ? new Date(fault.toMs).toISOString() : null,
    changes: (CHANGES[fault.kind] as (fault: Fault) => string)(fault),
  };
}
