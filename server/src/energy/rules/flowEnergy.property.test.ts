// Properties of flows of a meter, a battery and a hybrid: independent of the order of arrival, and equal to the increments of counters.
import { FLOW_QUANTITIES, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/sampling.ts';
import { type Day, dayLengthSeconds } from '../../platform/calendar/rules/localDays.ts';
import { inOrder } from './deviceEnergy.ts';
import type { FlowRow, FlowSource, FlowState } from './flowDays.ts';
import { aggregateFlow } from './flowEnergy.ts';
import { type FlowSample, flowSampleOf } from './flowSamples.ts';
import { type FlowStore, isInOrder, recomputeFlow } from './recomputeDays.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** Start of the samples, which span a clock change in Berlin. */
const startMs = Date.parse('2026-03-27T12:00:00Z');

const KINDS: Record<string, readonly MeasuredFlow[]> = {
  meter: ['fromGrid', 'toGrid'],
  battery: ['charge', 'discharge'],
  hybrid: ['fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'generator'],
};

const sources: fc.Arbitrary<FlowSource> = fc.record({
  timeZone: fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'America/St_Johns'),
  // Hours not stored, stored for all days, or from the day of Berlin's clock change on.
  hoursFrom: fc.constantFrom(null, '2026-01-01', '2026-03-29'),
  mostPowerW: fc.constantFrom(20_000, 1_000_000),
});

/** Sources of devices with removed history. */
const brokenSources = fc
  .tuple(sources, fc.array(fc.integer({ min: -dayMs, max: 12 * dayMs }), { maxLength: 4 }))
  .map(([source, offsets]): FlowSource => {
    const breaksMs = offsets.map((ms) => startMs + ms).sort((a, b) => a - b);
    return breaksMs.length === 0 ? source : { ...source, breaksMs };
  });

interface DeviceSample {
  atMs: number;
  powerW: null;
  counterWh: null;
  imported: boolean;
  quantities: Quantities;
}

/** Ingest as `Store` describes it, on maps; every row and state passes through JSON, as in a database. */
class Memory {
  readonly samples = new Map<number, DeviceSample>();
  readonly flows: readonly MeasuredFlow[];
  readonly rows = new Map<MeasuredFlow, Map<Day, string>>();
  readonly source: FlowSource;
  readonly batchSize: number;
  untilMs: number | null = null;

  constructor(flows: readonly MeasuredFlow[], source: FlowSource, batchSize: number) {
    this.flows = flows;
    this.source = source;
    this.batchSize = batchSize;
    for (const flow of flows) this.rows.set(flow, new Map());
  }
  sorted(flow: MeasuredFlow): FlowRow[] {
    const rows = this.rows.get(flow)!;
    return [...rows.keys()].sort().map((day) => JSON.parse(rows.get(day)!) as FlowRow);
  }
  flowSamples(flow: MeasuredFlow, samples: Iterable<DeviceSample>): FlowSample[] {
    return [...samples].sort((a, b) => a.atMs - b.atMs).flatMap((sample) => flowSampleOf(flow, sample) ?? []);
  }
  latest(flow: MeasuredFlow): FlowState | null {
    return this.sorted(flow).findLast((row) => row.carryAfter)?.carryAfter ?? null;
  }
  store(flow: MeasuredFlow): FlowStore {
    const rows = this.rows.get(flow)!;
    return {
      stateBefore: async (day) =>
        this.sorted(flow).findLast((row) => row.day < day && row.carryAfter)?.carryAfter ?? null,
      stateOf: async (day) => this.sorted(flow).find((row) => row.day === day)?.carryAfter ?? null,
      samplesAfter: async (atMs, limit) =>
        this.flowSamples(flow, this.samples.values())
          .filter((sample) => sample.atMs > (atMs ?? -Infinity))
          .slice(0, limit),
      replaceDays: async (fromDay, toDay, replaced) => {
        for (const day of [...rows.keys()]) if (day >= (fromDay ?? '') && day <= (toDay ?? '9999')) rows.delete(day);
        for (const row of replaced) rows.set(row.day, JSON.stringify(row));
      },
    };
  }
  async ingest(batch: DeviceSample[]) {
    const changed = inOrder(batch).filter(({ atMs }) => !this.samples.has(atMs));
    if (changed.length === 0) return;
    for (const sample of changed) this.samples.set(sample.atMs, sample);
    const late = !isInOrder(this.untilMs, changed);
    for (const flow of this.flows) {
      if (late) {
        if (changed.some((sample) => flowSampleOf(flow, sample)))
          await recomputeFlow(this.store(flow), changed[0]!.atMs, changed.at(-1)!.atMs, this.source, this.batchSize);
        continue;
      }
      for (const row of aggregateFlow(this.latest(flow), this.flowSamples(flow, changed), this.source).days)
        this.rows.get(flow)!.set(row.day, JSON.stringify(row));
    }
    this.untilMs = Math.max(this.untilMs ?? -Infinity, changed.at(-1)!.atMs);
  }
}

const namesOf = (flows: readonly MeasuredFlow[]): QuantityName[] => [
  ...new Set(
    flows.flatMap((flow) => {
      const { power, counter } = FLOW_QUANTITIES[flow];
      return [power, counter];
    }),
  ),
];

/** Any sample of a device or a bad line, on few instants, so that equal instants and midnights occur. */
const anySample = (flows: readonly MeasuredFlow[]): fc.Arbitrary<DeviceSample> =>
  fc.record({
    atMs: fc.oneof(
      fc.integer({ min: 0, max: 5 * 288 }).map((step) => startMs + step * 5 * minuteMs),
      fc.integer({ min: 0, max: 5 * dayMs }).map((ms) => startMs + ms),
      fc.integer({ min: -1, max: 40 * 24 }).map((hour) => startMs + hour * 60 * minuteMs),
    ),
    powerW: fc.constant(null),
    counterWh: fc.constant(null),
    imported: fc.boolean(),
    quantities: fc.record(
      Object.fromEntries(
        namesOf(flows).map((name) => [
          name,
          fc.oneof(
            fc.constant(null),
            name.endsWith('Wh')
              ? fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4e6 }))
              : fc.oneof(
                  fc.integer({ min: -400, max: 400 }),
                  fc.double({ min: -25_000, max: 25_000, noNaN: true }),
                  // Errors and sudden loads, of which some are similar.
                  fc.constantFrom(-90_000, 50_000, 60_000, 700_000, 2e6),
                ),
          ),
        ]),
      ),
      { requiredKeys: [] },
    ) as fc.Arbitrary<Quantities>,
  });

describe.each(Object.entries(KINDS))('a %s', (_, flows) => {
  it('with samples in any order, batches and copies has the days of the sorted samples', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anySample(flows), { minLength: 1, maxLength: 12 }), { maxLength: 12 }),
        brokenSources,
        fc.constantFrom(1, 3, 10, 2000),
        async (batches, source, batchSize) => {
          const memory = new Memory(flows, source, batchSize);
          for (const batch of batches) await memory.ingest(batch);
          if (batches.length > 0) await memory.ingest(batches[0]!);
          const sorted = inOrder(batches.flat());
          for (const flow of flows) {
            const whole = aggregateFlow(null, memory.flowSamples(flow, sorted), source).days;
            expect(memory.sorted(flow), flow).toEqual(JSON.parse(JSON.stringify(whole)));
          }
        },
      ),
      { numRuns: runs(150) },
    );
    // Six flows with their hours pass through JSON, which takes seconds on a busy machine.
  }, 30_000);

  it('has the same days if its samples are aggregated one by one', () => {
    fc.assert(
      fc.property(fc.array(anySample(flows), { minLength: 1, maxLength: 60 }), brokenSources, (samples, source) => {
        const sorted = inOrder(samples);
        for (const flow of flows) {
          const flowSamples = sorted.flatMap((sample) => flowSampleOf(flow, sample) ?? []);
          const rows = new Map<Day, FlowRow>();
          let state: FlowState | null = null;
          for (const sample of flowSamples) {
            const result = aggregateFlow(state, [sample], source);
            for (const row of result.days) rows.set(row.day, row);
            state = JSON.parse(JSON.stringify(result.carry)) as FlowState;
          }
          const sortedRows = [...rows.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
          expect(sortedRows).toEqual(aggregateFlow(null, flowSamples, source).days);
        }
      }),
    );
  });

  it('has ascending days, which are never negative and cover at most their length', () => {
    fc.assert(
      fc.property(fc.array(anySample(flows), { maxLength: 80 }), brokenSources, (samples, source) => {
        for (const flow of flows) {
          const flowSamples = inOrder(samples).flatMap((sample) => flowSampleOf(flow, sample) ?? []);
          const { days } = aggregateFlow(null, flowSamples, source);
          expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort());
          for (const { day, energyWh, integratedWh, spreadWh, coveredS, hours } of days) {
            expect(integratedWh).toBeGreaterThanOrEqual(0);
            expect(integratedWh + spreadWh).toBeLessThanOrEqual(energyWh + 1e-6);
            expect(coveredS).toBeLessThanOrEqual(dayLengthSeconds(day, source.timeZone));
            expect(hours === undefined).toBe(source.hoursFrom == null || day < source.hoursFrom);
            if (!hours) continue;
            // Spread energy has no hours, all other energy has.
            expect(hours).toHaveLength(24);
            expect(Math.min(...hours)).toBeGreaterThanOrEqual(0);
            expect(hours.reduce((sum, hour) => sum + hour, 0)).toBe(Math.round((energyWh - spreadWh) * 1e6));
          }
        }
      }),
    );
  });
});

/** Minutes to the next sample, average W meanwhile, and 0 if the counter is missing. */
const walk = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 15_000 }), fc.integer({ min: 0, max: 9 })),
  { minLength: 2, maxLength: 120 },
);

describe('the sum over days', () => {
  it("equals a counter's rise, nulls and outages included", () => {
    fc.assert(
      fc.property(walk, sources, fc.boolean(), (steps, source, reportsPower) => {
        let atMs = startMs;
        let counterWh = 123_456;
        const samples: FlowSample[] = [{ atMs, powerW: null, counterWh }];
        for (const [minutes, powerW, chance] of steps) {
          atMs += minutes * minuteMs;
          counterWh += Math.floor((powerW * minutes) / 60);
          // Power never exceeds the counter: an excess is only compensated later.
          samples.push({ atMs, powerW: reportsPower ? 0 : null, counterWh: chance === 0 ? null : counterWh });
        }
        samples.push({ atMs: atMs + minuteMs, powerW: null, counterWh });
        const { days } = aggregateFlow(
          null,
          samples.filter(({ powerW, counterWh: read }) => powerW !== null || read !== null),
          source,
        );
        const sum = days.reduce((wh, row) => wh + row.energyWh, 0);
        expect(sum).toBeCloseTo(counterWh - 123_456, 5);
      }),
    );
  });

  it('of both directions of a power equals its integral', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: -9000, max: 9000 })), {
          minLength: 2,
          maxLength: 150,
        }),
        sources,
        (steps, source) => {
          let atMs = startMs;
          const samples: FlowSample[] = [];
          let integralWh = 0;
          for (const [minutes, powerW] of steps) {
            const last = samples.at(-1);
            atMs += minutes * minuteMs;
            if (last) integralWh += ((last.powerW! + powerW) / 2) * (minutes / 60);
            samples.push({ atMs, powerW, counterWh: null });
          }
          const sumOf = (flowSamples: FlowSample[]) =>
            aggregateFlow(null, flowSamples, source).days.reduce((wh, row) => wh + row.energyWh, 0);
          const back = samples.map((sample) => ({ ...sample, powerW: -sample.powerW! }));
          expect(sumOf(samples) - sumOf(back)).toBeCloseTo(integralWh, 3);
        },
      ),
    );
  });

  it('is at most the energy that the device can pass on, and a grace', () => {
    fc.assert(
      fc.property(fc.array(anySample(KINDS.meter!), { minLength: 2, maxLength: 80 }), sources, (samples, source) => {
        const flowSamples = inOrder(samples).flatMap((sample) => flowSampleOf('fromGrid', sample) ?? []);
        fc.pre(flowSamples.length > 1);
        const hours = (flowSamples.at(-1)!.atMs - flowSamples[0]!.atMs) / 3_600_000;
        const sum = aggregateFlow(null, flowSamples, source).days.reduce((wh, row) => wh + row.energyWh, 0);
        // Counted both by power and by a counter that is accepted later.
        expect(sum).toBeLessThanOrEqual(2 * hours * source.mostPowerW + 2000 + source.mostPowerW / 12 + 1e-3);
      }),
    );
  });
});
