// Edge cases of energy counters as tables, and captured frames of a microinverter.
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
type Reading = [at: string, counterWh: number | null, powerW?: number | null];

function at(text: string, timeZone: string): number {
  const local = text.length === 5 ? `2026-05-30T${text}` : text.replace(' ', 'T');
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
}
const samplesOf = (readings: Reading[], source: EnergySource): EnergySample[] =>
  inOrder(
    readings.map(([text, counterWh, powerW]) => ({
      atMs: at(text, source.timeZone),
      counterWh,
      powerW: powerW ?? null,
    })),
  );
function energies(readings: Reading[], source: EnergySource): Record<string, number> {
  const { days } = aggregateEnergyDays(null, samplesOf(readings, source), source);
  return Object.fromEntries(days.map(({ day, energyWh }) => [day.slice(5), energyWh]));
}

describe('a daily and a lifetime counter', () => {
  /** [local time, daily counter, lifetime counter, power] */
  type TwoReadings = [at: string, dayWh: number | null, lifeWh: number | null, powerW?: number];
  const both = (readings: TwoReadings[], source = counterless): Record<string, number> => {
    const samples = readings.map(([text, counterDayWh, counterLifeWh, powerW = 200]) => ({
      atMs: at(text, source.timeZone),
      counterWh: null,
      powerW,
      counterDayWh,
      counterLifeWh,
    }));
    const { days } = aggregateEnergyDays(null, inOrder(samples), source);
    return Object.fromEntries(days.map(({ day, energyWh }) => [day.slice(5), energyWh]));
  };

  it.each<[string, TwoReadings[], Record<string, number>]>([
    ['counts energy from before the first report by the daily counter', [['12:00', 700, 9000]], { '05-30': 700 }],
    [
      'continues with the lifetime counter, whatever the daily one reads then',
      [
        ['12:00', 700, 9000],
        ['12:05', 0, 9017],
        ['12:10', 999, 9034],
      ],
      { '05-30': 734 },
    ],
    [
      'ignores the daily counter while the lifetime one is only late',
      [
        ['12:00', 700, 9000],
        ['12:05', 716, null],
        ['12:20', 768, null],
      ],
      { '05-30': 700 },
    ],
    [
      'follows the daily counter when the lifetime one stays away',
      [
        ['12:00', 700, 9000],
        ['12:05', 716, null],
        ['12:25', 784, null],
        ['12:30', 801, null],
      ],
      { '05-30': 801 },
    ],
    [
      'resumes the lifetime counter from the derived reading',
      [
        ['12:00', 700, 9000],
        ['12:25', 784, null],
        ['12:30', 801, null],
        ['12:55', null, 9184],
      ],
      { '05-30': 884 },
    ],
    [
      "accepts yesterday's daily reading until the sun has been up for a while",
      [
        ['20:00', 1779, 9000],
        ['2026-05-31 05:00', 1779, null],
        ['2026-05-31 05:05', 1779, null],
        ['2026-05-31 10:00', 300, null],
      ],
      { '05-30': 1779, '05-31': 300 },
    ],
    [
      'starts a lifetime counter without a daily one at its first reading',
      [
        ['12:00', null, 9000],
        ['12:05', null, 9017],
      ],
      { '05-30': 17 },
    ],
  ])('%s', (_, readings, expected) => expect(both(readings)).toEqual(expected));

  it('are used for a product with only a daily counter as well', () => {
    const readings: TwoReadings[] = [
      ['12:00', 700, 9000],
      ['12:05', 716, 9017],
    ];
    expect(both(readings, bdm400)).toEqual({ '05-30': 717 });
  });
});

describe('a daily counter', () => {
  it.each<[string, Reading[], Record<string, number>]>([
    ['counts from dawn when first reported at noon', [['12:00', 700, 200]], { '05-30': 700 }],
    ['is rejected above the most that can have been produced since dawn', [['06:00', 1779, 0]], { '05-30': 0 }],
    ['still reports the day before after midnight', [['2026-05-31 00:30', 1779]], { '05-30': 1779, '05-31': 0 }],
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
      'adds nothing for a repeated frame',
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
      'adds energy produced after the last frame of the evening',
      [
        ['17:00', 1500, 150],
        ['2026-05-31 03:30', 1700, 0],
      ],
      { '05-30': 1700, '05-31': 0 },
    ],
    [
      'counts only the last day of three',
      [
        ['12:00', 700, 200],
        ['2026-06-02 12:00', 650, 200],
      ],
      { '05-30': 700, '06-02': 650 },
    ],
    [
      'may be reset during the day',
      [
        ['12:00', 700, 200],
        ['12:05', 0.4, 90],
        ['12:10', 9, 110],
      ],
      { '05-30': 709 },
    ],
    [
      'may jump back and continue',
      [
        ['12:00', 700, 200],
        ['12:05', 600, 200],
        ['12:10', 617, 210],
      ],
      { '05-30': 717 },
    ],
    [
      'may jump back and forward',
      [
        ['12:00', 700, 200],
        ['12:05', 600, 200],
        ['12:10', 735, 200],
      ],
      { '05-30': 735 },
    ],
    [
      'may jump back by one step',
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
      'counts a jump back only once, with steps in between',
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
      'uses power after an unexplained jump',
      [
        ['12:00', 700, 240],
        ['12:05', 9000, 240],
        ['12:10', 9020, 240],
      ],
      { '05-30': 740 },
    ],
    [
      'returns from such a jump',
      [
        ['12:00', 700, 240],
        ['12:05', 9000, 240],
        ['12:10', 741, 240],
      ],
      { '05-30': 741 },
    ],
    [
      'may lack a reading in some frames',
      [
        ['12:00', 700, 200],
        ['12:05', null, 200],
        ['12:10', 734, 200],
      ],
      { '05-30': 734 },
    ],
    [
      'accepts two frames within one second',
      [
        ['2026-05-30 12:00:00.1', 700, 200],
        ['2026-05-30 12:00:00.9', 700.2, 200],
      ],
      { '05-30': 700.2 },
    ],
  ])('%s', (_name, readings, expected) => {
    expect(energies(readings, bdm400)).toEqual(expected);
  });

  it('wraps at 16 bits within a day, but not across a night', () => {
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
  it.each<[string, Reading[], Record<string, number>]>([
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
      'is reset after a repair',
      [
        ['12:00', 5000, 200],
        ['12:05', 0.4, 100],
        ['12:10', 10, 120],
      ],
      { '05-30': 10 },
    ],
    [
      'jumps back after a power failure',
      [
        ['12:00', 5000, 200],
        ['12:05', 4700, 100],
        ['12:10', 4710, 120],
      ],
      { '05-30': 10 },
    ],
    [
      'is replaced by a used one',
      [
        ['12:00', 5000, 240],
        ['12:05', 800_000, 240],
        ['12:10', 800_020, 240],
      ],
      { '05-30': 40 },
    ],
  ])('%s', (_name, readings, expected) => {
    const actual = energies(readings, lifetime);
    expect(Object.keys(actual)).toEqual(Object.keys(expected));
    const total = (of: Record<string, number>): number => Object.values(of).reduce((sum, wh) => sum + wh, 0);
    expect(total(actual)).toBeCloseTo(total(expected), 6);
    for (const [day, wh] of Object.entries(expected)) expect(Math.abs(actual[day]! - wh)).toBeLessThan(0.1);
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
    const actual = energies(
      [
        ['12:00', 10_000, 300],
        ['2026-06-02 12:00', 16_000, 300],
      ],
      lifetime,
    );
    expect(Object.keys(actual)).toEqual(['05-30', '05-31', '06-01', '06-02']);
    expect(Object.values(actual).reduce((sum, wh) => sum + wh, 0)).toBe(6000);
    expect(actual['05-31']!).toBeGreaterThan(1.6 * actual['05-30']!);
    expect(Math.abs(actual['05-31']! - actual['06-01']!)).toBeLessThan(20);
  });

  it('spreads a gap in the polar night evenly in time', () => {
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
  it('is integrated, but not across a gap', () => {
    const readings: Reading[] = [
      ['12:00', null, 100],
      ['12:10', null, 200],
      ['12:50', null, 200],
      ['13:00', null, 200],
    ];
    const { days } = aggregateEnergyDays(null, samplesOf(readings, counterless), counterless);
    expect(days[0]!.energyWh).toBeCloseTo(25 + 200 / 6, 5);
    expect(days[0]).toMatchObject({ source: 'integrated', coveredS: 1200, peakW: 200, samples: 4 });
    expect(days[0]!.peakAtMs).toBe(at('12:10', 'Europe/Berlin'));
  });

  it('is the source of a day without energy if no counter was ever reported', () => {
    const sourceOf = (counterWh: number | null): string => {
      const readings: Reading[] = [
        ['04:00', counterWh, 0],
        ['04:10', null, 0],
      ];
      return aggregateEnergyDays(null, samplesOf(readings, lifetime), lifetime).days[0]!.source;
    };
    expect([sourceOf(null), sourceOf(9000)]).toEqual(['integrated', 'counted']);
  });

  it('is split at midnight (Kiritimati, where daylight is at other hours in UTC)', () => {
    const source = { ...counterless, timeZone: 'Pacific/Kiritimati', latitude: 1.9, longitude: -157.4 };
    const actual = energies(
      [
        ['2026-05-30 23:55', null, 0],
        ['2026-05-31 00:05', null, 120],
      ],
      source,
    );
    expect(actual['05-30']).toBeCloseTo(2.5, 5);
    expect(actual['05-31']).toBeCloseTo(7.5, 5);
  });

  it('accepts hourly values of a file without gaps and marks them as imported', () => {
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
    ['a day of 23 hours', 'Europe/Berlin', 13.4, '2026-03-29', 23],
    ['a day of 25 hours', 'Europe/Berlin', 13.4, '2026-10-25', 25],
    ['a day of 24.5 hours', 'Australia/Lord_Howe', 159.1, '2026-04-05', 24.5],
    ['an offset of three quarters of an hour', 'Asia/Kathmandu', 85.3, '2026-05-30', 24],
    ['a day without midnight', 'Africa/Cairo', 31.2, '2026-04-24', 23],
    ['the date line', 'Pacific/Apia', -171.8, '2026-05-30', 24],
  ])('%s: %s has all its energy', (_name, timeZone, longitude, day, hours) => {
    const source = { ...counterless, timeZone, longitude, latitude: 30 };
    const fromMs = dayStartMs(day, timeZone) - 3_600_000;
    const samples: EnergySample[] = [];
    for (let ms = fromMs; ms <= fromMs + 27 * 3_600_000; ms += 300_000)
      samples.push({ atMs: ms, powerW: 60, counterWh: null });
    const { days } = aggregateEnergyDays(null, samples, source);
    expect(days.find((row) => row.day === day)!.energyWh).toBeCloseTo(60 * hours, 3);
    expect(days[0]!.energyWh).toBeCloseTo(60, 3);
  });

  it('covers polar days completely', () => {
    const source = { ...counterless, timeZone: 'Arctic/Longyearbyen', latitude: 78.2, longitude: 15.6 };
    const samples: EnergySample[] = [];
    const fromMs = dayStartMs('2026-06-20', source.timeZone);
    for (let ms = fromMs; ms <= fromMs + 48 * 3_600_000; ms += 600_000)
      samples.push({ atMs: ms, powerW: 60, counterWh: null });
    const { days } = aggregateEnergyDays(null, samples, source);
    expect(days.map((row) => row.coveredS)).toEqual([82_800, 82_800, 0]);
    expect(days.map((row) => row.energyWh)).toEqual([1440, 1440, 0]);
  });
});

describe('the captured frames of a BDM-400', () => {
  it('add up to the increments of its counter', () => {
    const file = readFileSync(new URL('../../../test/data/bdm-frames.csv', import.meta.url), 'utf8');
    const readings = file
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .filter((cells) => cells[1] === 'BDM-400' && cells[0] !== '')
      .map((cells): Reading => [cells[0]!, Number(cells[12]), Number(cells[6])]);
    expect(readings.length).toBe(31);
    const { days } = aggregateEnergyDays(null, samplesOf(readings, bdm400), bdm400);
    // Since dawn, by the counter: 429.4 of these 1779 Wh were produced during the captured frames.
    expect(days.map(({ day, energyWh, source, samples }) => [day, energyWh, source, samples])).toEqual([
      ['2026-05-30', 1779, 'counted', 18],
      ['2026-05-31', 22.4, 'counted', 3],
      ['2026-06-01', 0, 'counted', 10],
    ]);
    expect(days[0]!.peakW).toBeCloseTo(223.89, 4);
    expect(localDay(days[0]!.lastAtMs!, 'Europe/Berlin')).toBe('2026-05-30');
  });
});
