// Rules of findings with unusual roofs and days: sound modules are never found, dead ones are; the order of modules does not matter.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayBounds } from '../../../platform/calendar/rules/localDays.ts';
import { findingsOf, type PlantDay } from './findings.ts';
import { type DayModule, EXCUSED, judgeDay, type ModuleFact } from './moduleDay.ts';
import { lightOf } from './plantDay.ts';

const PLACE = { latitude: 47.66, longitude: 9.18 };
const light = lightOf(dayBounds('2026-06-15', 'Europe/Berlin'), PLACE);
const slots = light.sunDeg.length;
/** Returns the power of a 400 W module on a day, with clouds by slot. */
const day = (clouds: readonly number[], share: number) =>
  Float64Array.from(light.sunDeg, (deg, slot) =>
    Math.max(0, 400 * Math.sin((deg * Math.PI) / 180) * (1 - clouds[slot % clouds.length]!) * share),
  );
const FULL = { peakW: null, ratedW: 400, model: 1, excused: new Uint8Array(slots) };

function roof(powers: readonly Float64Array[], perDevice: number, volts?: (index: number) => number): DayModule[] {
  return powers.map((powerW, index) => ({
    ...FULL,
    sn: `7000000${Math.floor(index / perDevice)}`,
    input: (index % perDevice) + 1,
    neighbours: [...powers.keys()].filter((other) => other !== index),
    powerW,
    voltageV: new Float64Array(slots).fill(volts?.(index) ?? 34),
  }));
}

const clouds = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
/** Shares of modules: no two modules are equal. */
const spread = fc.array(fc.double({ min: 0.93, max: 1.07, noNaN: true }), { minLength: 3, maxLength: 12 });

test('never finds modules of about equal performance, under any sky', () => {
  fc.assert(
    fc.property(clouds, spread, fc.integer({ min: 1, max: 4 }), (sky, shares, perDevice) => {
      const facts = judgeDay(
        light,
        roof(
          shares.map((share) => day(sky, share)),
          perDevice,
        ),
      );
      expect(facts.filter(({ state }) => state !== 'sound' && state !== null)).toEqual([]);
    }),
  );
});

test('a module without power next to a producing sibling is dead on every day with light, and loses the median yield', () => {
  fc.assert(
    fc.property(spread, fc.integer({ min: 2, max: 4 }), fc.nat(), (shares, perDevice, which) => {
      const dead = which % shares.length;
      const powers = shares.map((share, index) => day([0], index === dead ? 0 : share));
      const modules = roof(powers, perDevice);
      // The only module of a device is distinguished by its voltage from a device that is off.
      const isAlone = modules.filter(({ sn }) => sn === modules[dead]!.sn).length === 1;
      const facts = judgeDay(light, isAlone ? roof(powers, perDevice, (index) => (index === dead ? 11 : 34)) : modules);
      expect(facts.map(({ state }) => state === 'dead')).toEqual(shares.map((_, index) => index === dead));
      const usual = day([0], 1).reduce((sum, watts) => sum + watts, 0) / 4;
      expect(facts[dead]!.lostWh / usual).toBeGreaterThan(0.9);
      expect(facts[dead]!.lostWh / usual).toBeLessThan(1.1);
    }),
  );
});

test('the judgement of a module does not depend on its position among the others', () => {
  fc.assert(
    fc.property(clouds, spread, fc.nat(), (sky, shares, turn) => {
      const powers = shares.map((share, index) => day(sky, index === 0 ? share * 0.6 : share));
      const modules = roof(powers, 1);
      const by = turn % modules.length;
      const rotated = [...modules.slice(by), ...modules.slice(0, by)];
      const order = rotated.map((module) => modules.indexOf(module));
      const reindexed = rotated.map((module) => ({
        ...module,
        neighbours: module.neighbours.map((other) => order.indexOf(other)),
      }));
      const bySn = (facts: ReturnType<typeof judgeDay>) => facts.toSorted((one, other) => (one.sn < other.sn ? -1 : 1));
      expect(bySn(judgeDay(light, reindexed))).toEqual(bySn(judgeDay(light, modules)));
    }),
  );
});

describe('a day without a finding', () => {
  const sound = roof(
    [1, 1, 1, 1].map((share) => day([0], share)),
    2,
  );
  const expectNone = (modules: DayModule[]) =>
    expect(judgeDay(light, modules).filter(({ state }) => state !== null && state !== 'sound')).toEqual([]);

  test('has all modules under snow, is without light, or has no reports', () => {
    expectNone(sound.map((module) => ({ ...module, powerW: new Float64Array(slots) })));
    expectNone(sound.map((module) => ({ ...module, powerW: new Float64Array(slots).fill(Number.NaN) })));
  });

  test('has a device that is off or reports an error', () => {
    const off = sound.map((module, index) => (index < 2 ? { ...module, powerW: new Float64Array(slots) } : module));
    expectNone(off);
    const weak = sound.map((module, index) => (index < 2 ? { ...module, powerW: day([0], 0.5) } : module));
    expect(judgeDay(light, weak).map(({ state }) => state)).toEqual(['weak', 'weak', 'sound', 'sound']);
    expectNone(
      weak.map((module, index) =>
        index < 2 ? { ...module, excused: new Uint8Array(slots).fill(EXCUSED.error) } : module,
      ),
    );
  });

  test('has a module with a flat top at the limit of its device, which is clipped', () => {
    const limited = day([0], 1).map((watts) => Math.min(watts, 200));
    const modules = sound.map((module, index) => (index === 0 ? { ...module, powerW: limited } : module));
    expect(judgeDay(light, modules)[0]).toMatchObject({ state: 'clipped', share: expect.closeTo(0.65, 1) });
  });

  test('has a module of a device at its rated power, which is clipped unless it is weak too', () => {
    const atLimit = Uint8Array.from(day([0], 1), (watts) => (watts > 250 ? EXCUSED.atLimit : 0));
    const limitedTo = (share: number) =>
      sound.map((module, index) =>
        index === 0
          ? { ...module, powerW: day([0], share).map((watts) => Math.min(watts, 250)), excused: atLimit }
          : module,
      );
    const [fact] = judgeDay(light, limitedTo(1));
    expect(fact).toMatchObject({ state: 'clipped', share: expect.closeTo(0.84, 1) });
    expect(fact!.lostWh).toBeGreaterThan(300);
    expect(judgeDay(light, limitedTo(0.6))[0]!.state).toBe('weak');
    // If all modules are clipped alike, the comparison shows nothing.
    const alike = limitedTo(1).map(({ excused: _, ...module }) => ({
      ...module,
      powerW: day([0], 1).map((watts) => Math.min(watts, 250)),
      excused: atLimit,
    }));
    expect(judgeDay(light, alike).map(({ state }) => state)).toEqual(['sound', 'sound', 'sound', 'sound']);
  });

  test('has only two equal modules, which are not compared; a dead one is still found among others of another face', () => {
    const two = sound.slice(0, 2).map((module, index) => ({ ...module, neighbours: [1 - index] }));
    expect(judgeDay(light, two).map(({ state }) => state)).toEqual([null, null]);
    const other = sound.map((module, index) => ({ ...module, neighbours: index < 2 ? [1 - index] : [5 - index] }));
    other[0] = { ...other[0]!, powerW: new Float64Array(slots) };
    expect(judgeDay(light, other).map(({ state }) => state)).toEqual(['dead', null, null, null]);
  });
});

const STATES = { s: 'sound', w: 'weak', c: 'clipped', d: 'dead', g: null, '-': null } as const;
const factOf = (sn: string, letter: keyof typeof STATES): ModuleFact => ({
  sn,
  input: 1,
  state: STATES[letter],
  madeWh: 1000,
  lostWh: 500,
  gives: 'swcg'.includes(letter),
  share: letter === 'w' || letter === 'c' ? 0.6 : letter === 's' ? 1 : null,
});

/**
 * Builds days of one module, one per letter: s sound, w weak, c clipped, d dead, g some power, - not judged; upper case if it was cold. A cold day
 * followed by * shows snow on half of the other modules, which are equal otherwise.
 */
function daysOf(letters: string): PlantDay[] {
  return [...letters.matchAll(/(.)(\*?)/g)].map(([, letter = '', snow], n) => ({
    day: addDays('2026-06-01', n),
    isCold: letter !== letter.toLowerCase(),
    modules: [
      factOf('A', letter.toLowerCase() as keyof typeof STATES),
      ...['B', 'C', 'D', 'E'].map((sn, other) => factOf(sn, snow && other < 2 ? '-' : 's')),
    ],
  }));
}
const runs = (letters: string) =>
  findingsOf(daysOf(letters), { place: PLACE }).map(
    ({ kind, since, until }) => `${kind} ${since.slice(8)}${until ? `-${until.slice(8)}` : ''}`,
  );

test.each([
  ['ww', []],
  ['www', ['weak 01']],
  ['wwsww', []],
  ['sw-w--w', ['weak 02']],
  ['ccccc', []],
  ['wcwcw', ['weak 01']],
  ['wwwccc', ['weak 01']],
  ['wwwcscscs', ['weak 01-05']],
  ['dc', ['dead 01-02']],
  ['wwwss', ['weak 01']],
  ['wwwsss', ['weak 01-04']],
  ['wwwsswsss', ['weak 01-07']],
  ['WWWWWW', []],
  ['WWWWWWW', ['weak 01']],
  ['sWWW', ['weak 02']],
  ['sWWsWW', []],
  ['S*WWWWWW', []],
  ['S*WWWWWWW', ['weak 02']],
  ['sWW*WW', []],
  ['W*W*W*W*W*W*W*', []],
  ['WS*WS*W-WWWW', ['weak 01']],
  ['Wsssssw', []],
  ['sssssssww', []],
  ['d', ['dead 01']],
  ['d-----', ['dead 01']],
  ['dds', ['dead 01-03']],
  ['dsd', ['dead 01-02', 'dead 03']],
  ['sDD', []],
  ['sDDD', ['dead 02']],
  [`S*${'D'.repeat(27)}`, []],
  [`S*${'D'.repeat(28)}`, ['dead 02']],
  ['D*DDDD', []],
  ['DDddddddd', ['dead 01']],
  ['DsD', []],
  ['DgDgD', []],
  ['dg', ['dead 01-02']],
  ['wgwgw', ['weak 01']],
  ['wwwddd', ['dead 04', 'weak 01-04']],
])('days with the states %s have the findings %j', (letters, expected) => {
  expect(runs(letters)).toEqual(expected);
});

test('has at most one open finding of a kind, and findings do not overlap, for any sequence of days', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^([swcdgSWCDG-]\*?){1,40}$/), (letters) => {
      for (const kind of ['dead', 'weak'] as const) {
        const findings = findingsOf(daysOf(letters), { place: PLACE }).filter((finding) => finding.kind === kind);
        expect(findings.filter(({ until }) => until === null).length).toBeLessThanOrEqual(1);
        for (const [n, { since }] of findings.entries()) if (n > 0) expect(since >= findings[n - 1]!.until!).toBe(true);
      }
    }),
  );
});

test('the finding of a weak face stays open on cloudy days between clear ones, and ends with three good clear days', () => {
  const day = (n: number, faceShare: number | null): PlantDay => ({
    day: addDays('2026-06-01', n),
    isCold: false,
    modules: [
      {
        sn: 'A',
        input: 1,
        state: 'sound',
        share: 1,
        lostWh: 0,
        madeWh: 700,
        gives: true,
        ...(faceShare === null ? {} : { clear: { face: 'w', fits: 'w', faceShare } }),
      },
    ],
  });
  const days = [1, 1, 1, 1, 0.7, null, 0.7, 0.7, null, null, null, null].map((share, n) => day(n, share));
  const [finding, ...others] = findingsOf(days, { place: PLACE });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: 'weak', since: '2026-06-05', until: null, cause: 'allDay', byFace: true });
  expect(finding!.lost.at(-1)).toEqual(['2026-06-12', 300]);
  // As stored: days without its start neither end the finding nor change its cause.
  const open = [{ ...finding!, kind: 'weak' } as const];
  expect(findingsOf(days.slice(8), { place: PLACE, open })).toMatchObject([
    { since: '2026-06-05', until: null, cause: 'allDay' },
  ]);
  const better = [0.9, null, 0.9, 0.9].map((share, n) => day(12 + n, share));
  expect(findingsOf([...days, ...better], { place: PLACE, open })).toMatchObject([
    { since: '2026-06-05', until: '2026-06-13' },
  ]);
});
