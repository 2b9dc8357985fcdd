// The odd cases of an energy counter as tables, and a real microinverter's frames.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { aggregateEnergyDays, type EnergySample, type EnergySource, inOrder } from './deviceEnergy.ts';

const bdm400: EnergySource = {
  counter: 'daily',
  wrapWh: 65536 * 0.2,
  stepWh: 0.2,
  ratedPowerW: 400,
  timeZone: 'Europe/Berlin',
  latitude: 52.5,
  longitude: 13.4,
};
const lifetime: EnergySource = { ...bdm400, counter: 'lifetime', wrapWh: null };
const counterless: EnergySource = { ...bdm400, counter: 'none', wrapWh: null };

/** [local time of the source's zone, counter in Wh, power in W] */
type Told = [at: string, counterWh: number | null, powerW?: number | null];

function at(text: string, timeZone: string): number {
  const local = text.length === 5 ? `2026-05-30T${text}` : text.replace(' ', 'T');
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
}
const samplesOf = (told: Told[], source: EnergySource): EnergySample[] =>
  inOrder(
    told.map(([text, counterWh, powerW]) => ({ atMs: at(text, source.timeZone), counterWh, powerW: powerW ?? null })),
  );
function energies(told: Told[], source: EnergySource): Record<string, number> {
  const { days } = aggregateEnergyDays(null, samplesOf(told, source), source);
  return Object.fromEntries(days.map(({ day, energyWh }) => [day.slice(5), energyWh]));
}

describe('two counters, of the day and of life', () => {
  /** [local time, counter of the day, counter of life, power] */
  type TwoTold = [at: string, dayWh: number | null, lifeWh: number | null, powerW?: number];
  const both = (told: TwoTold[], source = counterless): Record<string, number> => {
    const samples = told.map(([text, counterDayWh, counterLifeWh, powerW = 200]) => ({
      atMs: at(text, source.timeZone),
      counterWh: null,
      powerW,
      counterDayWh,
      counterLifeWh,
    }));
    const { days } = aggregateEnergyDays(null, inOrder(samples), source);
    return Object.fromEntries(days.map(({ day, energyWh }) => [day.slice(5), energyWh]));
  };

  it.each<[string, TwoTold[], Record<string, number>]>([
    ['that of the day says what was made before it was first heard', [['12:00', 700, 9000]], { '05-30': 700 }],
    [
      'that of life goes on, whatever that of the day says then',
      [
        ['12:00', 700, 9000],
        ['12:05', 0, 9017],
        ['12:10', 999, 9034],
      ],
      { '05-30': 734 },
    ],
    [
      'that of the day is not folded while that of life is only late',
      [
        ['12:00', 700, 9000],
        ['12:05', 716, null],
        ['12:20', 768, null],
      ],
      { '05-30': 700 },
    ],
    [
      'and is when that of life stays away',
      [
        ['12:00', 700, 9000],
        ['12:05', 716, null],
        ['12:25', 784, null],
        ['12:30', 801, null],
      ],
      { '05-30': 801 },
    ],
    [
      'that of life goes on from what it must have read meanwhile',
      [
        ['12:00', 700, 9000],
        ['12:25', 784, null],
        ['12:30', 801, null],
        ['12:55', null, 9184],
      ],
      { '05-30': 884 },
    ],
    [
      'that of the day may still be of yesterday until the sun is up for a while',
      [
        ['20:00', 1779, 9000],
        ['2026-05-31 05:00', 1779, null],
        ['2026-05-31 05:05', 1779, null],
        ['2026-05-31 10:00', 300, null],
      ],
      { '05-30': 1779, '05-31': 300 },
    ],
    [
      'that of life alone says where it starts',
      [
        ['12:00', null, 9000],
        ['12:05', null, 9017],
      ],
      { '05-30': 17 },
    ],
  ])('%s', (_, told, expected) => expect(both(told)).toEqual(expected));

  it('are taken for a product that counts only the day, too', () => {
    const told: TwoTold[] = [
      ['12:00', 700, 9000],
      ['12:05', 716, 9017],
    ];
    expect(both(told, bdm400)).toEqual({ '05-30': 717 });
  });
});

describe('a daily counter', () => {
  it.each<[string, Told[], Record<string, number>]>([
    ['counts from dawn when first heard of at noon', [['12:00', 700, 200]], { '05-30': 700 }],
    ['is not believed above what can have been made since dawn', [['06:00', 1779, 0]], { '05-30': 0 }],
    ['still shows the day before after midnight', [['2026-05-31 00:30', 1779]], { '05-30': 1779, '05-31': 0 }],
    [
      'adds its increments',
      [
        ['12:00', 700, 200],
        ['12:05', 717, 210],
        ['12:10', 735, 200],
      ],
      { '05-30': 735 },
    ],
    [
      'adds nothing for the same frame twice',
      [
        ['12:00', 700, 200],
        ['12:00', 700, 200],
        ['12:01', 700, 200],
      ],
      { '05-30': 700 },
    ],
    [
      'is reset at dawn, not at midnight',
      [
        ['21:00', 1779, 0],
        ['23:59', 1779, 0],
        ['2026-05-31 00:01', 1779, 0],
        ['2026-05-31 04:00', 1779, 0],
        ['2026-05-31 05:10', 0, 0],
        ['2026-05-31 08:00', 19.6, 25],
      ],
      { '05-30': 1779, '05-31': 19.6 },
    ],
    [
      'is reset in a night without frames',
      [
        ['21:00', 1779, 0],
        ['2026-05-31 08:00', 19.6, 25],
      ],
      { '05-30': 1779, '05-31': 19.6 },
    ],
    [
      'is reset although it reads more than the day before',
      [
        ['21:00', 20, 0],
        ['2026-05-31 12:00', 900, 200],
      ],
      { '05-30': 20, '05-31': 900 },
    ],
    [
      'wakes with the old reading, then is reset',
      [
        ['21:00', 1779, 0],
        ['2026-05-31 05:00', 1779.2, 0],
        ['2026-05-31 05:05', 0, 0],
        ['2026-05-31 05:30', 0.4, 2],
      ],
      { '05-30': 1779.2, '05-31': 0.4 },
    ],
    [
      'wakes with the old reading after a dark day',
      [
        ['21:00', 20, 0],
        ['2026-05-31 05:00', 20.2, 0],
        ['2026-05-31 05:05', 0, 0],
        ['2026-05-31 05:30', 0.4, 2],
      ],
      { '05-30': 20.2, '05-31': 0.4 },
    ],
    [
      'says what was made after the last frame of the evening',
      [
        ['17:00', 1500, 150],
        ['2026-05-31 03:30', 1700, 0],
      ],
      { '05-30': 1700, '05-31': 0 },
    ],
    [
      'knows only the last of three days',
      [
        ['12:00', 700, 200],
        ['2026-06-02 12:00', 650, 200],
      ],
      { '05-30': 700, '06-02': 650 },
    ],
    [
      'may start over by day',
      [
        ['12:00', 700, 200],
        ['12:05', 0.4, 90],
        ['12:10', 9, 110],
      ],
      { '05-30': 709 },
    ],
    [
      'may warp back and count on',
      [
        ['12:00', 700, 200],
        ['12:05', 600, 200],
        ['12:10', 617, 210],
      ],
      { '05-30': 717 },
    ],
    [
      'may warp back and forward',
      [
        ['12:00', 700, 200],
        ['12:05', 600, 200],
        ['12:10', 735, 200],
      ],
      { '05-30': 735 },
    ],
    [
      'may warp by the size of one step',
      [
        ['12:00', 700, 200],
        ['12:05', 683, 200],
        ['12:10', 734, 200],
      ],
      { '05-30': 734 },
    ],
    [
      'may jump forward to below the old level',
      [
        ['12:00', 700, 200],
        ['12:05', 500, 200],
        ['12:10', 690, 200],
      ],
      { '05-30': 700 },
    ],
    [
      'counts a warp back only once, with steps in between',
      [
        ['12:00', 700, 200],
        ['12:05', 600, 200],
        ['12:10', 617, 200],
        ['12:15', 735, 200],
      ],
      { '05-30': 735 },
    ],
    [
      'may be late by an upload',
      [
        ['12:00', 700, 400],
        ['12:09', 733, 400],
        ['12:10', 766, 400],
      ],
      { '05-30': 766 },
    ],
    [
      'may be silent for hours',
      [
        ['12:00', 700, 200],
        ['16:00', 1500, 200],
      ],
      { '05-30': 1500 },
    ],
    [
      'has power instead where it jumps without reason',
      [
        ['12:00', 700, 240],
        ['12:05', 9000, 240],
        ['12:10', 9020, 240],
      ],
      { '05-30': 740 },
    ],
    [
      'comes back from such a jump',
      [
        ['12:00', 700, 240],
        ['12:05', 9000, 240],
        ['12:10', 741, 240],
      ],
      { '05-30': 741 },
    ],
    [
      'has no reading in some frames',
      [
        ['12:00', 700, 200],
        ['12:05', null, 200],
        ['12:10', 734, 200],
      ],
      { '05-30': 734 },
    ],
    [
      'two frames within one second',
      [
        ['2026-05-30 12:00:00.1', 700, 200],
        ['2026-05-30 12:00:00.9', 700.2, 200],
      ],
      { '05-30': 700.2 },
    ],
  ])('%s', (_what, told, expected) => {
    expect(energies(told, bdm400)).toEqual(expected);
  });

  it('wraps at 16 bits within a day, and not over a night', () => {
    const small = { ...bdm400, wrapWh: 1000 };
    expect(
      energies(
        [
          ['12:00', 995, 200],
          ['12:05', 11, 200],
        ],
        small,
      ),
    ).toEqual({ '05-30': 1011 });
    expect(
      energies(
        [
          ['21:00', 400, 0],
          ['2026-05-31 04:00', 0, 0],
        ],
        { ...small, wrapWh: 3000 },
      ),
    ).toEqual({ '05-30': 400, '05-31': 0 });
  });
});

describe('a lifetime counter', () => {
  it.each<[string, Told[], Record<string, number>]>([
    [
      'starts at what it reads',
      [
        ['12:00', 123_456, 200],
        ['12:05', 123_473, 200],
      ],
      { '05-30': 17 },
    ],
    [
      'loses nothing over a night',
      [
        ['21:00', 5000],
        ['2026-05-31 09:00', 5100],
      ],
      { '05-30': 0.15, '05-31': 99.85 },
    ],
    [
      'starts over after a repair',
      [
        ['12:00', 5000, 200],
        ['12:05', 0.4, 100],
        ['12:10', 10, 120],
      ],
      { '05-30': 10 },
    ],
    [
      'goes back after a loss of power',
      [
        ['12:00', 5000, 200],
        ['12:05', 4700, 100],
        ['12:10', 4710, 120],
      ],
      { '05-30': 10 },
    ],
    [
      'is swapped for a used one',
      [
        ['12:00', 5000, 240],
        ['12:05', 800_000, 240],
        ['12:10', 800_020, 240],
      ],
      { '05-30': 40 },
    ],
  ])('%s', (_what, told, expected) => {
    const got = energies(told, lifetime);
    expect(Object.keys(got)).toEqual(Object.keys(expected));
    const total = (of: Record<string, number>): number => Object.values(of).reduce((sum, wh) => sum + wh, 0);
    expect(total(got)).toBeCloseTo(total(expected), 6);
    for (const [day, wh] of Object.entries(expected)) expect(Math.abs(got[day]! - wh)).toBeLessThan(0.1);
  });

  it('wraps at 16 bits', () => {
    const source = { ...lifetime, wrapWh: 65536 * 0.2 };
    expect(
      energies(
        [
          ['12:00', 13_100, 200],
          ['12:05', 10, 200],
        ],
        source,
      ),
    ).toEqual({ '05-30': 17.2 });
  });

  it('spreads a gap of three days by the sun', () => {
    const got = energies(
      [
        ['12:00', 10_000, 300],
        ['2026-06-02 12:00', 16_000, 300],
      ],
      lifetime,
    );
    expect(Object.keys(got)).toEqual(['05-30', '05-31', '06-01', '06-02']);
    expect(Object.values(got).reduce((sum, wh) => sum + wh, 0)).toBe(6000);
    expect(got['05-31']!).toBeGreaterThan(1.6 * got['05-30']!);
    expect(Math.abs(got['05-31']! - got['06-01']!)).toBeLessThan(20);
  });

  it('has no sun to spread by in the polar night: evenly in time', () => {
    const source = { ...lifetime, timeZone: 'Arctic/Longyearbyen', latitude: 78.2, longitude: 15.6 };
    expect(
      energies(
        [
          ['2026-12-20 12:00', 100],
          ['2026-12-22 12:00', 148],
        ],
        source,
      ),
    ).toEqual({ '12-20': 12, '12-21': 24, '12-22': 12 });
  });
});

describe('power alone', () => {
  it('is integrated, but not over a gap', () => {
    const told: Told[] = [
      ['12:00', null, 100],
      ['12:10', null, 200],
      ['12:50', null, 200],
      ['13:00', null, 200],
    ];
    const { days } = aggregateEnergyDays(null, samplesOf(told, counterless), counterless);
    expect(days[0]!.energyWh).toBeCloseTo(25 + 200 / 6, 5);
    expect(days[0]).toMatchObject({ source: 'integrated', coveredS: 1200, peakW: 200, samples: 4 });
    expect(days[0]!.peakAtMs).toBe(at('12:10', 'Europe/Berlin'));
  });

  it('is what a day without energy is of, too, as long as no counter was ever told', () => {
    const sourceOf = (counterWh: number | null): string => {
      const told: Told[] = [
        ['04:00', counterWh, 0],
        ['04:10', null, 0],
      ];
      return aggregateEnergyDays(null, samplesOf(told, lifetime), lifetime).days[0]!.source;
    };
    expect([sourceOf(null), sourceOf(9000)]).toEqual(['integrated', 'counted']);
  });

  it('is cut at midnight (Kiritimati, where the sun of the place is up at other hours in UTC)', () => {
    const source = { ...counterless, timeZone: 'Pacific/Kiritimati', latitude: 1.9, longitude: -157.4 };
    const got = energies(
      [
        ['2026-05-30 23:55', null, 0],
        ['2026-05-31 00:05', null, 120],
      ],
      source,
    );
    expect(got['05-30']).toBeCloseTo(2.5, 5);
    expect(got['05-31']).toBeCloseTo(7.5, 5);
  });

  it('takes hourly values of a file for no gaps, and says imported', () => {
    const samples = samplesOf(
      [
        ['12:00', null, 100],
        ['13:00', null, 200],
      ],
      counterless,
    );
    const { days } = aggregateEnergyDays(
      null,
      samples.map((sample) => ({ ...sample, imported: true })),
      counterless,
    );
    expect(days[0]).toMatchObject({ energyWh: 150, source: 'imported', coveredS: 3600 });
  });

  it('is never negative', () => {
    expect(
      energies(
        [
          ['23:00', null, -5],
          ['23:10', null, -5],
        ],
        counterless,
      ),
    ).toEqual({ '05-30': 0 });
  });
});

describe('days of the site', () => {
  it.each([
    ['23 hours', 'Europe/Berlin', 13.4, '2026-03-29', 23],
    ['25 hours', 'Europe/Berlin', 13.4, '2026-10-25', 25],
    ['24.5 hours', 'Australia/Lord_Howe', 159.1, '2026-04-05', 24.5],
    ['three quarters', 'Asia/Kathmandu', 85.3, '2026-05-30', 24],
    ['no midnight', 'Africa/Cairo', 31.2, '2026-04-24', 23],
    ['the date line', 'Pacific/Apia', -171.8, '2026-05-30', 24],
  ])('%s: %s holds all its energy', (_what, timeZone, longitude, day, hours) => {
    const source = { ...counterless, timeZone, longitude, latitude: 30 };
    const fromMs = dayStartMs(day, timeZone) - 3_600_000;
    const samples: EnergySample[] = [];
    for (let ms = fromMs; ms <= fromMs + 27 * 3_600_000; ms += 300_000)
      samples.push({ atMs: ms, powerW: 60, counterWh: null });
    const { days } = aggregateEnergyDays(null, samples, source);
    expect(days.find((row) => row.day === day)!.energyWh).toBeCloseTo(60 * hours, 3);
    expect(days[0]!.energyWh).toBeCloseTo(60, 3);
  });

  it('covers polar days whole', () => {
    const source = { ...counterless, timeZone: 'Arctic/Longyearbyen', latitude: 78.2, longitude: 15.6 };
    const samples: EnergySample[] = [];
    const fromMs = dayStartMs('2026-06-20', source.timeZone);
    for (let ms = fromMs; ms <= fromMs + 48 * 3_600_000; ms += 600_000)
      samples.push({ atMs: ms, powerW: 60, counterWh: null });
    const { days } = aggregateEnergyDays(null, samples, source);
    expect(days.map((row) => row.coveredS)).toEqual([86_400, 86_400, 0]);
    expect(days.map((row) => row.energyWh)).toEqual([1440, 1440, 0]);
  });
});

describe('the captured frames of a BDM-400', () => {
  it('give the increments of its counter', () => {
    const file = readFileSync(new URL('../../../test/data/bdm-frames.csv', import.meta.url), 'utf8');
    const told = file
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .filter((cells) => cells[1] === 'BDM-400' && cells[0] !== '')
      .map((cells): Told => [cells[0]!, Number(cells[12]), Number(cells[6])]);
    expect(told.length).toBe(31);
    const { days } = aggregateEnergyDays(null, samplesOf(told, bdm400), bdm400);
    // since its dawn, as the counter says: of these 1779 Wh the frames saw 429.4 being made
    expect(days.map(({ day, energyWh, source, samples }) => [day, energyWh, source, samples])).toEqual([
      ['2026-05-30', 1779, 'counted', 18],
      ['2026-05-31', 22.4, 'counted', 3],
      ['2026-06-01', 0, 'counted', 10],
    ]);
    expect(days[0]!.peakW).toBeCloseTo(223.89, 4);
    expect(localDay(days[0]!.lastAtMs!, 'Europe/Berlin')).toBe('2026-05-30');
  });
});
