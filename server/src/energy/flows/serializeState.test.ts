// Round trip of the stored aggregation state of a flow.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateFlow } from '../rules/flowEnergy.ts';
import { parseFlowState, serializeFlowState } from './serializeState.ts';

const startMs = Date.parse('2026-06-10T00:00:00Z');
const sample = fc.record({
  powerW: fc.option(fc.oneof(fc.integer({ min: -5000, max: 9000 }), fc.constantFrom(-70_000, 50_000, 60_000, 3e6))),
  counterWh: fc.option(fc.oneof(fc.constant(7), fc.integer({ min: 0, max: 90_000 })), { freq: 6 }),
  imported: fc.boolean(),
});

test('restores any aggregation state unchanged', () => {
  let [still, doubtful] = [0, 0];
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 30 }), fc.boolean(), (samples, storesHours) => {
      const timed = samples.map((sample, step) => ({ ...sample, atMs: startMs + step * 600_000 }));
      const { carry } = aggregateFlow(null, timed, {
        timeZone: 'Europe/Berlin',
        mostPowerW: 1_000_000,
        hoursFrom: storesHours ? '2026-06-01' : null,
      });
      const text = serializeFlowState(carry!);
      if (carry!.counter?.stillMicroWh !== undefined) still++;
      if (carry!.powers.doubtful.length > 0) doubtful++;
      expect(text).not.toContain('\n');
      expect(parseFlowState(text)).toEqual(carry);
    }),
    { numRuns: 500 },
  );
  expect(still).toBeGreaterThan(0);
  expect(doubtful).toBeGreaterThan(0);
});

test('continues from a state that was stored before errors were rejected', () => {
  const old = '[1781042400000,-30,0,4875000000,"2026-06-10",5000000,0,0,300000,12,1,0,1781042400000,9000000,0]';
  expect(parseFlowState(old)).toMatchObject({
    powers: { plausible: { atMs: 1_781_042_400_000, powerW: -30 }, heldW: 0, heldBackW: 0, doubtful: [] },
    counter: { readMicroWh: 9_000_000, doubt: null },
    open: { energyMicroWh: 5_000_000, rejectedPowers: 0, rejectedReadings: 0 },
  });
});
