// Edge cases of flows as tables: resets, replacements, nulls, outages, sign changes, days of 23 and 25 hours.
import { describe, expect, it } from 'vitest';
import { dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { FlowRow, FlowSource } from './flowDays.ts';
import { aggregateFlow } from './flowEnergy.ts';
import { type FlowSample, flowSampleOf, measuredFlows } from './flowSamples.ts';

const meter: FlowSource = { timeZone: 'Europe/Berlin', mostPowerW: 50_000 };

/** [local time, counter in Wh, power in W] */
type Reading = [at: string, counterWh: number | null, powerW?: number | null];

const at = (text: string): number => {
  const local = text.length === 5 ? `2026-05-30T${text}` : text.replace(' ', 'T');
  return Temporal.PlainDateTime.from(local).toZonedDateTime(meter.timeZone).epochMilliseconds;
};
const samplesOf = (readings: Reading[]): FlowSample[] =>
  readings.map(([text, counterWh, powerW]) => ({ atMs: at(text), counterWh, powerW: powerW ?? null }));
const aggregate = (readings: Reading[]): FlowRow[] => aggregateFlow(null, samplesOf(readings), meter).days;
const energies = (readings: Reading[]) =>
  Object.fromEntries(aggregate(readings).map(({ day, energyWh }) => [day.slice(5), energyWh]));

describe('a counter', () => {
  it.each<[string, Reading[], Record<string, number>]>([
    ['starts at its first reading', [['12:00', 5000]], { '05-30': 0 }],
    [
      'adds its differences',
      [
        ['12:00', 5000],
        ['12:05', 5020],
        ['12:10', 5060],
      ],
      { '05-30': 60 },
    ],
    [
      'is bridged over nulls',
      [
        ['12:00', 5000],
        ['12:05', null, 300],
        ['12:10', null],
        ['12:15', 5075],
      ],
      { '05-30': 75 },
    ],
    [
      'contains the energy of power from while it was not read',
      [
        ['12:00', 5000, 600],
        ['12:10', null, 600],
        ['12:20', 5150, 600],
      ],
      { '05-30': 150 },
    ],
    [
      'compensates an excess of power',
      [
        ['12:00', 5000, 600],
        ['12:10', null, 600],
        ['12:20', 5080, 600],
        ['12:30', 5180, 600],
      ],
      { '05-30': 180 },
    ],
    [
      'is reset when it jumps back',
      [
        ['12:00', 5000],
        ['12:05', 3],
        ['12:10', 23],
      ],
      { '05-30': 20 },
    ],
    [
      'uses power meanwhile after a jump back',
      [
        ['12:00', 5000, 600],
        ['12:05', 3, 600],
        ['12:10', 53, 600],
      ],
      { '05-30': 100 },
    ],
    [
      'adds nothing when the meter is replaced',
      [
        ['12:00', 5000],
        ['12:05', 800_000],
        ['12:10', 800_030],
      ],
      { '05-30': 30 },
    ],
    [
      'continues after one implausible reading',
      [
        ['12:00', 5000],
        ['12:05', 9e8],
        ['12:10', 5040],
      ],
      { '05-30': 40 },
    ],
    [
      'continues after one reading of 0',
      [
        ['12:00', 5000],
        ['12:05', 0],
        ['12:10', 5040],
      ],
      { '05-30': 40 },
    ],
    [
      'is accepted in steps of a kilowatt-hour',
      [
        ['12:00', 5000],
        ['12:01', 6000],
        ['12:02', 7000],
      ],
      { '05-30': 2000 },
    ],
    [
      'is ignored if it never moves while power flows',
      [
        ['12:00', 0, 9000],
        ['12:10', 0, 9000],
        ['12:20', 0, 9000],
        ['12:30', 0, 9000],
      ],
      { '05-30': 3000 },
    ],
    [
      'is accepted in large steps, which contain the energy of power meanwhile',
      [
        ['12:00', 5000, 9000],
        ['12:10', 5000, 9000],
        ['12:20', 5000, 9000],
        ['12:30', 9500, 9000],
      ],
      { '05-30': 4500 },
    ],
    [
      'is spread evenly over midnight',
      [
        ['23:00', 5000],
        ['2026-05-31 01:00', 5200],
      ],
      { '05-30': 100, '05-31': 100 },
    ],
    [
      'is spread evenly over days without samples',
      [
        ['12:00', 5000],
        ['2026-06-02 00:00', 6200],
      ],
      { '05-30': 240, '05-31': 480, '06-01': 480, '06-02': 0 },
    ],
    [
      'has days of zero, not missing days, if it did not move',
      [
        ['12:00', 5000],
        ['2026-06-01 12:00', 5000],
      ],
      { '05-30': 0, '05-31': 0, '06-01': 0 },
    ],
    [
      'is spread over a day of 23 hours',
      [
        ['2026-03-28 12:00', 0],
        ['2026-03-30 12:00', 4700],
      ],
      { '03-28': 1200, '03-29': 2300, '03-30': 1200 },
    ],
    [
      'is spread over a day of 25 hours',
      [
        ['2026-10-24 12:00', 0],
        ['2026-10-26 12:00', 4900],
      ],
      { '10-24': 1200, '10-25': 2500, '10-26': 1200 },
    ],
  ])('%s', (_, readings, expected) => {
    expect(energies(readings)).toEqual(expected);
  });

  it('reports its origin and the part with unknown hours', () => {
    const [day] = aggregate([
      ['12:00', 5000],
      ['12:05', 5100],
      ['18:00', 9100],
    ]);
    expect(day).toMatchObject({ energyWh: 4100, integratedWh: 0, spreadWh: 4000, source: 'counted', coveredS: 300 });
    const [mixed] = aggregate([
      ['12:00', null, 600],
      ['12:10', 5000, 600],
      ['12:20', 5100, 600],
    ]);
    expect(mixed).toMatchObject({ energyWh: 200, integratedWh: 100, spreadWh: 0, source: 'mixed', coveredS: 1200 });
  });

  it('covers its day if it is read each hour', () => {
    const hours = Array.from({ length: 24 }, (_, hour): Reading => [`${String(hour).padStart(2, '0')}:30`, 100 * hour]);
    const days = aggregate([['2026-05-29 23:30', 0], ...hours, ['2026-05-31 00:30', 2400]]);
    expect(days.find(({ day }) => day === '2026-05-30')).toMatchObject({ coveredS: 86_400, spreadWh: 0 });
  });
});

describe('power', () => {
  it.each<[string, Reading[], Record<string, number>]>([
    [
      'adds the energy under its line',
      [
        ['12:00', null, 600],
        ['12:10', null, 1200],
      ],
      { '05-30': 150 },
    ],
    [
      'adds nothing in the other direction',
      [
        ['12:00', null, -600],
        ['12:10', null, -1200],
      ],
      { '05-30': 0 },
    ],
    [
      'adds only the part above zero when its sign changes',
      [
        ['12:00', null, 900],
        ['12:10', null, -300],
      ],
      { '05-30': 56.25 },
    ],
    [
      'adds nothing across a gap',
      [
        ['12:00', null, 600],
        ['12:21', null, 600],
      ],
      { '05-30': 0 },
    ],
    [
      'is split at midnight',
      [
        ['23:55', null, 600],
        ['2026-05-31 00:05', null, 1200],
      ],
      { '05-30': 62.5, '05-31': 87.5 },
    ],
    [
      'is bridged if no device can have it',
      [
        ['12:00', null, 600],
        ['12:05', null, 1e6],
        ['12:10', null, 600],
      ],
      { '05-30': 100 },
    ],
    [
      'is not bridged over more than an hour',
      [
        ['12:00', null, 600],
        ...['12:20', '12:40', '13:00', '13:20'].map((time): Reading => [time, null, 1e6]),
        ['13:40', null, 600],
      ],
      { '05-30': 0 },
    ],
    [
      'counts from its first sample on if it lasts',
      [
        ['12:00', null, 0],
        ['12:05', null, 48_000],
        ['12:10', null, 48_000],
        ['12:15', null, 48_000],
      ],
      { '05-30': 10_000 },
    ],
    [
      'counts on the new day if it lasts over midnight',
      [
        ['23:55', null, 0],
        ['2026-05-31 00:00', null, 48_000],
        ['2026-05-31 00:05', null, 48_000],
        ['2026-05-31 00:10', null, 48_000],
      ],
      { '05-30': 0, '05-31': 10_000 },
    ],
  ])('%s', (_, readings, expected) => {
    expect(energies(readings)).toEqual(expected);
  });

  it('covers the time between its samples, at night as well', () => {
    const readings = Array.from(
      { length: 13 },
      (_, step): Reading => [`02:${String(step * 4).padStart(2, '0')}`, null, 100],
    );
    expect(aggregate(readings)[0]).toMatchObject({ source: 'integrated', coveredS: 48 * 60 });
    expect(aggregate([...readings, ['05:00', null, 100]])[0]!.coveredS).toBe(48 * 60);
  });
});

it('covers 23, 24 or 25 hours with a whole day of samples', () => {
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-05-30', 24],
    ['2026-10-25', 25],
  ] as const) {
    const { startMs, endMs } = dayBounds(day, meter.timeZone);
    const samples: FlowSample[] = [];
    for (let atMs = startMs - 300_000; atMs <= endMs + 300_000; atMs += 600_000)
      samples.push({ atMs, powerW: 1000, counterWh: null });
    const row = aggregateFlow(null, samples, meter).days.find((row) => row.day === day)!;
    expect(row.coveredS).toBe(hours * 3600);
    expect(row.energyWh).toBeCloseTo(hours * 1000, 3);
  }
});

describe('flowSampleOf', () => {
  const sample = { atMs: 0, quantities: { gridPowerW: -500, gridExportWh: 10, batterySocPercent: 50 } };
  it('splits a power by direction', () => {
    expect(flowSampleOf('toGrid', sample)).toMatchObject({ powerW: 500, counterWh: 10 });
    expect(flowSampleOf('fromGrid', sample)).toMatchObject({ powerW: -500, counterWh: null });
    expect(flowSampleOf('charge', sample)).toBeNull();
    expect(measuredFlows([sample])).toEqual(['fromGrid', 'toGrid']);
    expect(measuredFlows([{ atMs: 0, quantities: { powerW: 5 } }])).toEqual([]);
  });
});
