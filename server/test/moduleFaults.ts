// Plays plants of the simulator with planted faults, and healthy plants for a year, against the rules that judge modules: findings with day and cause, misses and false findings.

import type { FindingCause } from '@heliograph/contract/moduleFindings.ts';
import { dayBounds, daylight } from '@heliograph/simulator/daylight.ts';
import { type Fault, inputShare } from '@heliograph/simulator/faults.ts';
import { fleet, physicalPlacement } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { BdmModel } from '@heliograph/simulator/models.ts';
import { hash } from '@heliograph/simulator/random.ts';
import { addDays, type Day, daysBetween } from '../src/platform/calendar/rules/localDays.ts';
import { type Finding, findingsOf, type PlantDay } from '../src/problems/modules/rules/findings.ts';
import type { Place } from '../src/problems/modules/rules/shade.ts';
import { SNOW_LIES_DAYS } from '../src/problems/modules/rules/snow.ts';
import { type ClearDay, swapsOf } from '../src/problems/modules/rules/swapped.ts';
import { playedDay, roofOfSite } from './playedModules.ts';

const DAY_MS = 86_400_000;
/** Number of days judged, as in the job. */
const LOOKED_AT_DAYS = 35;

const plants = new Map(fleet(1, Date.UTC(2026, 5, 15)).map((site) => [site.key, site]));
/** Returns a plant without the faults planted in the demonstration. */
function healthy(key: string): FleetSite {
  const site = plants.get(key)!;
  return { ...site, devices: site.devices.map((device) => ({ ...device, faults: [] })) };
}

export interface Planted {
  what: string;
  plant: string;
  from: Day;
  /** Indexes of the devices with the fault; `other`: the other one of two. */
  devices: readonly number[];
  fault?: (fromMs: number, other: number) => Fault;
  /** Another model for these devices, with the same panels. */
  model?: BdmModel;
  expected: FindingCause | 'swapped' | null;
  /** Days played after the beginning of the fault. */
  days?: number;
}

/** Days played before the beginning; swapped numbers apply from the first of them. */
const DAYS_BEFORE = 10;
/** Faults begin at 08:00 UTC. */
const BEGINS_AFTER_MS = 8 * 3_600_000;

export const PLANTED: readonly Planted[] = [
  {
    what: 'dead module, one of 24',
    plant: 'seeblick',
    from: '2026-06-10',
    devices: [2],
    fault: (fromMs) => ({ kind: 'deadModule', input: 1, fromMs }),
    expected: 'dead',
  },
  {
    what: 'dead module in winter',
    plant: 'seeblick',
    from: '2025-12-20',
    devices: [2],
    fault: (fromMs) => ({ kind: 'deadModule', input: 0, fromMs }),
    expected: 'dead',
  },
  {
    what: 'dead modules, three of a roof',
    plant: 'minimes',
    from: '2026-03-20',
    devices: [0, 1, 2],
    fault: (fromMs) => ({ kind: 'deadModule', input: 1, fromMs }),
    expected: 'dead',
  },
  {
    what: 'dirt on one device, 30 % at once',
    plant: 'portici',
    from: '2026-05-02',
    devices: [3],
    fault: (fromMs) => ({ kind: 'dirt', share: 0.3, fromMs }),
    expected: 'allDay',
  },
  {
    what: 'dirt on a whole roof face, 30 % at once',
    plant: 'acequia',
    from: '2026-05-02',
    devices: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    fault: (fromMs) => ({ kind: 'dirt', share: 0.3, fromMs }),
    expected: 'allDay',
    days: 45,
  },
  {
    what: 'dirt on one device, 35 % over four weeks',
    plant: 'merida',
    from: '2026-03-01',
    devices: [2],
    fault: (fromMs) => ({ kind: 'dirt', share: 0.35, overDays: 28, fromMs }),
    expected: 'soiling',
    days: 40,
  },
  {
    what: 'shade from 11 to 14 h, 70 %',
    plant: 'minimes',
    from: '2026-04-10',
    devices: [4],
    fault: (fromMs) => ({ kind: 'shade', fromHour: 11, toHour: 14, share: 0.7, fromMs }),
    expected: 'shade',
  },
  {
    what: 'shade from 8 to 11 h, 80 %',
    plant: 'simonsberg',
    from: '2026-01-10',
    devices: [6],
    fault: (fromMs) => ({ kind: 'shade', fromHour: 8, toHour: 11, share: 0.8, fromMs }),
    expected: 'shade',
  },
  {
    what: 'snow for three days, no fault',
    plant: 'pilatus',
    from: '2026-02-10',
    devices: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    fault: (fromMs) => ({ kind: 'snow', share: 1, slidesOverHours: 20, fromMs, toMs: fromMs + 3 * DAY_MS }),
    expected: null,
  },
  {
    what: 'a device that has tripped, no fault of its modules',
    plant: 'murgasse',
    from: '2026-06-05',
    devices: [4],
    fault: (fromMs) => ({ kind: 'errorBits', bits: 0x0010, powerShare: 0, fromMs }),
    expected: null,
  },
  {
    what: 'a small inverter beside large ones, no fault',
    plant: 'minimes',
    from: '2026-05-10',
    devices: [4],
    model: 'BDM-400',
    expected: null,
  },
  {
    what: 'a device that is silent, no fault of its modules',
    plant: 'murgasse',
    from: '2026-06-05',
    devices: [4],
    fault: (fromMs) => ({ kind: 'silence', fromMs }),
    expected: null,
  },
  {
    what: 'serial numbers of two roof faces swapped',
    plant: 'acequia',
    from: '2026-05-02',
    devices: [3, 13],
    fault: (fromMs, other) => ({ kind: 'swappedNumbers', with: other, fromMs }),
    expected: 'swapped',
    days: 45,
  },
  {
    what: 'one module each of two roof faces swapped',
    plant: 'acequia',
    from: '2026-05-02',
    devices: [3, 13],
    fault: (fromMs, other) => ({ kind: 'swappedNumbers', with: other, input: 1, fromMs }),
    expected: 'swapped',
    days: 45,
  },
];

export interface Outcome {
  /** Modules on which the fault was found, and on which it was missed. */
  found: number;
  missed: number;
  /** False findings on modules without a fault. */
  invented: number;
  /** Days from the beginning to the evening after which it is reported; null: no finding. */
  days: number | null;
  causes: string[];
  /** Days on which a module produced less because its device was at its limit. */
  clipped: number;
  isCauseRight: boolean;
}

const moduleKey = ({ sn, input }: { sn: string; input: number }) => `${sn} ${input}`;

export function playPlanted({ plant, from, devices, fault, model, expected, days = 21 }: Planted): Outcome {
  const healthyPlant = healthy(plant);
  const fromMs = Date.parse(from) + BEGINS_AFTER_MS;
  const faultsAt = (place: number) => (fault ? [fault(fromMs, devices.find((one) => one !== place) ?? place)] : []);
  const site: FleetSite = {
    ...healthyPlant,
    devices: physicalPlacement(
      healthyPlant.devices.map((device, n) =>
        devices.includes(n) ? { ...device, faults: faultsAt(n), model: model ?? device.model } : device,
      ),
    ),
  };
  const roof = roofOfSite(site, model !== undefined);
  const isSwap = expected === 'swapped';
  const expectedModules = new Set(
    devices.flatMap((place) => {
      const { sn, inputs } = site.devices[place]!;
      return inputs.flatMap((input, i) =>
        input && faultsAt(place).some((one) => isHit(one, i)) ? [moduleKey({ sn, input: i + 1 })] : [],
      );
    }),
  );
  const played: PlantDay[] = [];
  const reported = new Map<string, { day: Day; cause: string }>();
  let invented = 0;
  for (let day = addDays(from, -DAYS_BEFORE); day <= addDays(from, days); day = addDays(day, 1)) {
    played.push(playedDay(site, roof, day));
    for (const finding of foundIn(played, site)) {
      for (const key of finding.modules) {
        const isExpected = expectedModules.has(key) && (expected === 'swapped') === (finding.kind === 'swapped');
        if (expected === null || !isExpected) invented++;
        else reported.set(key, { day: reported.get(key)?.day ?? day, cause: finding.cause });
      }
    }
  }
  const causes = [...new Set([...reported.values()].map(({ cause }) => cause))];
  const first = [...reported.values()].map(({ day }) => day).toSorted()[0];
  const clipped = played.filter(({ modules }) => modules.some(({ state }) => state === 'clipped')).length;
  return {
    found: reported.size,
    missed: expected === null ? 0 : expectedModules.size - reported.size,
    invented,
    days: first === undefined ? null : daysBetween(isSwap ? addDays(from, -DAYS_BEFORE) : from, first) + 1,
    causes,
    clipped,
    isCauseRight:
      expected === null
        ? causes.length === 0 && (model === undefined || clipped > 0)
        : causes.length === 1 && causes[0] === (expected === 'swapped' ? 'otherCurve' : expected),
  };
}

/** A fault with an input affects only that input. */
const isHit = (fault: Fault, input: number): boolean => !('input' in fault) || fault.input === input;

interface FoundFault {
  kind: Finding['kind'] | 'swapped';
  cause: string;
  modules: readonly string[];
}

/** Returns the open findings after the last day. */
function foundIn(played: readonly PlantDay[], place: Place): FoundFault[] {
  const days = played.slice(-LOOKED_AT_DAYS);
  const clear = days.flatMap(({ day, modules }): ClearDay[] => {
    const of = modules.flatMap(({ sn, input, clear: fact }) => (fact ? [{ sn, input, ...fact }] : []));
    return of.length === 0 ? [] : [{ day, modules: of }];
  });
  const { swaps, strayed } = swapsOf(clear);
  const strays = new Set(strayed.map(moduleKey));
  const inputsOf = (sn: string, input: number) =>
    input > 0
      ? [moduleKey({ sn, input })]
      : days
          .at(-1)!
          .modules.filter((m) => m.sn === sn)
          .map(moduleKey);
  return [
    ...findingsOf(played.slice(-LOOKED_AT_DAYS - SNOW_LIES_DAYS), { place, from: days[0]!.day })
      .filter((finding) => finding.until === null && (finding.kind === 'dead' || !strays.has(moduleKey(finding))))
      .map(({ kind, cause, ...which }): FoundFault => ({ kind, cause, modules: [moduleKey(which)] })),
    ...swaps.map(
      ({ one, other }): FoundFault => ({
        kind: 'swapped',
        cause: 'otherCurve',
        modules: [...inputsOf(one.sn, one.input), ...inputsOf(other.sn, other.input)],
      }),
    ),
  ];
}

/** A plant beyond the polar circle, with polar night and polar day. */
const polar = (): FleetSite => ({
  ...healthy('fyris'),
  key: 'beyond the polar circle',
  latitude: 69.65,
  longitude: 18.96,
  timeZone: 'Europe/Oslo',
});

const HEALTHY = ['seeblick', 'anger', 'singel', 'harbourside', 'acequia', 'kazimierz', 'unley'] as const;
const SNOWED_IN = ['pilatus', 'fyris', 'foothills'] as const;

export interface Year {
  plant: string;
  modules: number;
  latitude: number;
  judged: number;
  cold: number;
  snowDays: number;
  clear: number;
  leastShare: number | null;
  invented: number;
}

/** Plays healthy plants; a test passes fewer `days`. */
export function healthyYear(from: Day, days = 365, only?: readonly string[]): Year[] {
  const sites = [
    ...HEALTHY.map((key) => [healthy(key), false] as const),
    ...SNOWED_IN.map((key) => [healthy(key), true] as const),
    [polar(), true] as const,
  ];
  return sites
    .filter(([site]) => !only || only.includes(site.key))
    .map(([site, hasSnow]) => playYear(hasSnow ? snowedIn(site, from, days) : site, from, days));
}

function playYear(site: FleetSite, from: Day, days: number): Year {
  const roof = roofOfSite(site);
  const played: PlantDay[] = [];
  const invented = new Set<string>();
  let least: number | null = null;
  let snowDays = 0;
  for (let n = 0; n < days; n++) {
    const day = addDays(from, n);
    const judged = playedDay(site, roof, day);
    played.push(judged);
    for (const { kind, modules } of foundIn(played, site)) for (const key of modules) invented.add(`${kind} ${key}`);
    for (const { share } of judged.modules) if (share !== null) least = Math.min(least ?? share, share);
    const noonMs = dayBounds(site.timeZone, day).startMs + DAY_MS / 2;
    if (site.devices.some(({ faults }) => inputShare(faults, 0, noonMs) < 1)) snowDays++;
  }
  return {
    plant: site.key,
    modules: roof.modules.length,
    latitude: Math.round(site.latitude * 10) / 10,
    judged: played.filter(({ modules }) => modules.some(({ state }) => state !== null)).length,
    cold: played.filter(({ isCold }) => isCold).length,
    snowDays,
    clear: played.filter(({ modules }) => modules.some(({ clear }) => clear)).length,
    leastShare: least,
    invented: invented.size,
  };
}

/** Adds snow that falls on overcast, freezing days, stays until the air is warm enough, and slides off each device at its own hour. */
function snowedIn(site: FleetSite, from: Day, days: number): FleetSite {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (let n = 0; n < days; n++) {
    const sun = daylight(site, addDays(from, n));
    const lit = sun.skies.filter((sky) => sky !== null);
    if (lit.length === 0) continue;
    const mean = (of: (sky: (typeof lit)[number]) => number) => lit.reduce((sum, sky) => sum + of(sky), 0) / lit.length;
    const last = spans.at(-1);
    const airC = mean(({ ambientC }) => ambientC);
    if (last && last.toMs > sun.startMs) {
      if (airC < 1) last.toMs = sun.endMs;
      else if (last.toMs === sun.startMs + 1) last.toMs = sun.startMs;
    } else if (airC < -0.5 && mean(({ cover }) => cover) > 0.6)
      spans.push({ fromMs: sun.startMs, toMs: sun.endMs + 1 });
  }
  return {
    ...site,
    devices: site.devices.map((device) => ({
      ...device,
      faults: spans.map(({ fromMs, toMs }): Fault => {
        const laterMs = (hash(device.sn, 'slides') % 18) * 3_600_000;
        return { kind: 'snow', share: 1, slidesOverHours: 10, fromMs, toMs: toMs + laterMs };
      }),
    })),
  };
}
