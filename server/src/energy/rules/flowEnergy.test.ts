// The odd cases of flows as tables: resets, replacements, nulls, outages, sign changes, days of 23 and 25 hours.
import { describe, expect, it } from 'vitest';
import { dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { aggregateFlow, type FlowRow, type FlowSource } from './flowEnergy.ts';
import { type FlowSample, flowSampleOf, measuredFlows } from './flowSamples.ts';

const meter: FlowSource = { timeZone: 'Europe/Berlin', mostPowerW: 30_000 };

/** [local time, counter in Wh, power in W] */
type Told = [at: string, counterWh: number | null, powerW?: number | null];

const at = (text: string): number => {
  const local = text.length === 5 ? `2026-05-30T${text}` : text.replace(' ', 'T');
  return Temporal.PlainDateTime.from(local).toZonedDateTime(meter.timeZone).epochMilliseconds;
};
const samplesOf = (told: Told[]): FlowSample[] =>
  told.map(([text, counterWh, powerW]) => ({ atMs: at(text), counterWh, powerW: powerW ?? null }));
const fold = (told: Told[]): FlowRow[] => aggregateFlow(null, samplesOf(told), meter).days;
const energies = (told: Told[]) => Object.fromEntries(fold(told).map(({ day, energyWh }) => [day.slice(5), energyWh]));

describe('a counter', () => {
  it.each<[string, Told[], Record<string, number>]>([
    ['begins where it is first read', [['12:00', 5000]], { '05-30': 0 }],
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
      'contains what power has given while it was not read',
      [
        ['12:00', 5000, 600],
        ['12:10', null, 600],
        ['12:20', 5150, 600],
      ],
      { '05-30': 150 },
    ],
    [
      'gives back what power has given too much',
      [
        ['12:00', 5000, 600],
        ['12:10', null, 600],
        ['12:20', 5080, 600],
        ['12:30', 5180, 600],
      ],
      { '05-30': 180 },
    ],
    [
      'that goes back starts over',
      [
        ['12:00', 5000],
        ['12:05', 3],
        ['12:10', 23],
      ],
      { '05-30': 20 },
    ],
    [
      'that goes back is told by power meanwhile',
      [
        ['12:00', 5000, 600],
        ['12:05', 3, 600],
        ['12:10', 53, 600],
      ],
      { '05-30': 100 },
    ],
    [
      'of another meter is no energy',
      [
        ['12:00', 5000],
        ['12:05', 800_000],
        ['12:10', 800_030],
      ],
      { '05-30': 30 },
    ],
    [
      'that says nonsense once goes on',
      [
        ['12:00', 5000],
        ['12:05', 9e8],
        ['12:10', 5040],
      ],
      { '05-30': 40 },
    ],
    [
      'that says 0 once goes on',
      [
        ['12:00', 5000],
        ['12:05', 0],
        ['12:10', 5040],
      ],
      { '05-30': 40 },
    ],
    [
      'in steps of a kilowatt-hour is believed',
      [
        ['12:00', 5000],
        ['12:01', 6000],
        ['12:02', 7000],
      ],
      { '05-30': 2000 },
    ],
    [
      'that never moves while power flows is no counter',
      [
        ['12:00', 0, 9000],
        ['12:10', 0, 9000],
        ['12:20', 0, 9000],
        ['12:30', 0, 9000],
      ],
      { '05-30': 3000 },
    ],
    [
      'of large steps is one, and has what power told meanwhile in its step',
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
      'that did not move has days of nothing, not no days',
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
  ])('%s', (_, told, expected) => {
    expect(energies(told)).toEqual(expected);
  });

  it('says how it was obtained, and what of it has no hours', () => {
    const [day] = fold([
      ['12:00', 5000],
      ['12:05', 5100],
      ['18:00', 9100],
    ]);
    expect(day).toMatchObject({ energyWh: 4100, integratedWh: 0, spreadWh: 4000, source: 'counted', coveredS: 300 });
    const [mixed] = fold([
      ['12:00', null, 600],
      ['12:10', 5000, 600],
      ['12:20', 5100, 600],
    ]);
    expect(mixed).toMatchObject({ energyWh: 200, integratedWh: 100, spreadWh: 0, source: 'mixed', coveredS: 1200 });
  });

  it('that is read each hour covers its day', () => {
    const hours = Array.from({ length: 24 }, (_, hour): Told => [`${String(hour).padStart(2, '0')}:30`, 100 * hour]);
    const days = fold([['2026-05-29 23:30', 0], ...hours, ['2026-05-31 00:30', 2400]]);
    expect(days.find(({ day }) => day === '2026-05-30')).toMatchObject({ coveredS: 86_400, spreadWh: 0 });
  });
});

describe('power', () => {
  it.each<[string, Told[], Record<string, number>]>([
    [
      'gives the energy under its line',
      [
        ['12:00', null, 600],
        ['12:10', null, 1200],
      ],
      { '05-30': 150 },
    ],
    [
      'the other way gives nothing',
      [
        ['12:00', null, -600],
        ['12:10', null, -1200],
      ],
      { '05-30': 0 },
    ],
    [
      'that changes its sign gives the part above zero',
      [
        ['12:00', null, 900],
        ['12:10', null, -300],
      ],
      { '05-30': 56.25 },
    ],
    [
      'gives nothing over a gap',
      [
        ['12:00', null, 600],
        ['12:21', null, 600],
      ],
      { '05-30': 0 },
    ],
    [
      'is cut at midnight',
      [
        ['23:55', null, 600],
        ['2026-05-31 00:05', null, 1200],
      ],
      { '05-30': 62.5, '05-31': 87.5 },
    ],
    [
      'no device can have is no value',
      [
        ['12:00', null, 600],
        ['12:05', null, 1e6],
        ['12:10', null, 600],
      ],
      { '05-30': 0 },
    ],
  ])('%s', (_, told, expected) => {
    expect(energies(told)).toEqual(expected);
  });

  it('covers the time between its samples, by night, too', () => {
    const told = Array.from({ length: 13 }, (_, step): Told => [`02:${String(step * 4).padStart(2, '0')}`, null, 100]);
    expect(fold(told)[0]).toMatchObject({ source: 'integrated', coveredS: 48 * 60 });
    expect(fold([...told, ['05:00', null, 100]])[0]!.coveredS).toBe(48 * 60);
  });
});

it('a whole day of samples covers 23, 24 or 25 hours', () => {
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-05-30', 24],
    ['2026-10-25', 25],
  ] as const) {
    const { startMs, endMs } = dayBounds(day, meter.timeZone);
    const samples: FlowSample[] = [];
    for (let atMs = startMs - 300_000; atMs <= endMs + 300_000; atMs += 600_000)
      samples.push({ atMs, powerW: 1000, counterWh: null });
    const row = aggregateFlow(null, samples, meter).days.find((found) => found.day === day)!;
    expect(row.coveredS).toBe(hours * 3600);
    expect(row.energyWh).toBeCloseTo(hours * 1000, 3);
  }
});

describe('what a device says', () => {
  const said = { atMs: 0, quantities: { gridPowerW: -500, gridExportWh: 10, batterySocPercent: 50 } };
  it('is told apart by direction', () => {
    expect(flowSampleOf('toGrid', said)).toMatchObject({ powerW: 500, counterWh: 10 });
    expect(flowSampleOf('fromGrid', said)).toMatchObject({ powerW: -500, counterWh: null });
    expect(flowSampleOf('charge', said)).toBeNull();
    expect(measuredFlows([said])).toEqual(['fromGrid', 'toGrid']);
    expect(measuredFlows([{ atMs: 0, quantities: { powerW: 5 } }])).toEqual([]);
  });
});
