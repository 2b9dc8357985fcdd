// Round trip of the stored aggregation state of a flow.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateFlow } from '../rules/flowEnergy.ts';
import { parseFlowState, serializeFlowState } from './serializeState.ts';

const startMs = Date.parse('2026-06-10T00:00:00Z');
const sample = fc.record({
  powerW: fc.option(fc.integer({ min: -5000, max: 9000 })),
  counterWh: fc.option(fc.oneof(fc.constant(7), fc.integer({ min: 0, max: 90_000 })), { freq: 6 }),
  imported: fc.boolean(),
});

test('restores any aggregation state unchanged', () => {
  let still = 0;
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 30 }), fc.boolean(), (samples, storesHours) => {
      const timed = samples.map((sample, step) => ({ ...sample, atMs: startMs + step * 600_000 }));
      const { carry } = aggregateFlow(null, timed, {
        timeZone: 'Europe/Berlin',
        mostPowerW: 20_000,
        hoursFrom: storesHours ? '2026-06-01' : null,
      });
      const text = serializeFlowState(carry!);
      if (carry!.counter?.stillMicroWh !== undefined) still++;
      expect(text).not.toContain('\n');
      expect(parseFlowState(text)).toEqual(carry);
    }),
    { numRuns: 500 },
  );
  expect(still).toBeGreaterThan(0);
});
