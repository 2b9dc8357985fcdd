// problem/summary
import { z } from 'zod';
import { call } from '../../call.ts';
import { problemInRow } from '../../entities/problem.ts';
import { devices, money } from '../../pageModules.ts';

/** Plants listed by name. */
export const WORST_PLANTS = 5;

export const problemSummary = call({
  summary: 'Open problems of all plants that the caller sees: their number, what they cost, and the worst plants.',
  access: { anyOf: ['PvPlant', 'Dashboard', 'Alerts'] },
  request: z.object({}),
  response: z.object({
    /** Counted problems by severity; a warning that somebody has acknowledged is not counted. */
    faults: devices(z.number().int(), 0),
    warnings: devices(z.number().int(), 0),
    /** Acknowledged ones, faults included. */
    acknowledged: devices(z.number().int(), 0),
    /** Number of plants with a counted problem. */
    plants: devices(z.number().int(), 0),
    /** Energy that all problems together lose per week, kWh; a device with several loses it once. Null: unknown of all. */
    weekKwh: devices(z.number().nullable(), null),
    /** Its value; "" if unknown, or if plants have different currencies. */
    weekMoney: money(z.string(), ''),
    currency: money(z.string(), ''),
    /** Number of producing devices and modules with a problem whose loss is unknown. */
    unknown: devices(z.number().int(), 0),
    worst: devices(
      z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          problems: z.number().int(),
          problem: problemInRow,
          weekKwh: z.number().nullable(),
          weekMoney: money(z.string(), ''),
          currency: money(z.string(), ''),
        }),
      ),
      [],
    ),
  }),
});
