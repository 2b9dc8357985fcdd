// device/voltage
import { z } from 'zod';
import { call } from '../../call.ts';
import { daysOfDevice, iso, sid } from '../../entities/parts.ts';
import { nominalVoltage, VOLTAGE_LINES } from '../../gridVoltage.ts';

export const deviceVoltage = call({
  summary:
    'The grid voltage that a device measured over days of its plant, at most 92, for the grid operator: ten-minute means by phase beside the limit of 110 per cent of the nominal voltage, hours above it, the highest, and what production it cost, estimated.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  cost: 'expensive',
  request: z.object({ ...daysOfDevice, nominal: nominalVoltage.optional() }),
  response: z.object({
    sid,
    siteName: z.string(),
    sn: z.string(),
    alias: z.string(),
    modelName: z.string(),
    timezone: z.string(),
    start: z.string(),
    end: z.string(),
    /** Phase to neutral, V; as requested, otherwise the usual one of the plant's country. */
    nominal: z.number(),
    nominalBasis: z.enum(['asked', 'country']),
    /** Per cent of the nominal voltage, as a ten-minute mean (EN 50160, VDE-AR-N 4105). */
    limitPercent: z.number(),
    /** Seconds between the samples of a mean. */
    uploadEveryS: z.number().int(),
    /** Lines reported by the device; empty: it measures no grid voltage. */
    lines: z.array(
      z.object({
        line: z.enum(VOLTAGE_LINES),
        /** V, of this line; higher between two phases. */
        nominal: z.number(),
        limit: z.number(),
        /** Ten-minute means with a value, and those above the limit. */
        means: z.number().int(),
        above: z.number().int(),
        hoursAbove: z.number(),
        /** Highest mean in V, and its start; null: none. */
        highest: z.number().nullable(),
        highestIso: iso,
      }),
    ),
    /** Hours in which any line was above the limit. */
    hoursAbove: z.number(),
    /** Daylight hours in which the device reported a too high voltage, a line was above the limit, or one was just below it and the device produced less than expected. */
    throttledHours: z.number(),
    /** Expected minus actual energy in these hours; null: the device does not produce, or too little data to estimate it. */
    lostKwh: z.number().nullable(),
    /** Ten-minute slots in them that cannot be estimated and count as no loss. */
    lostUnknown: z.number().int(),
    /** `placement`: based on tilt and azimuth of its modules; `assumed`: these are not set, and the usual ones of the region are assumed. */
    lostBasis: z.enum(['placement', 'assumed']),
    /** `neighbours`: estimated by devices of the plant that were not throttled; `ownCurve`: by the device's own curve in other hours and on other days; null: no loss is known. */
    lostFrom: z.enum(['neighbours', 'ownCurve']).nullable(),
    days: z.array(
      z.object({
        day: z.string(),
        highest: z.number().nullable(),
        hoursAbove: z.number(),
        throttledHours: z.number(),
        lostKwh: z.number().nullable(),
      }),
    ),
  }),
  errors: ['deviceNotFound', 'timeReversed', 'rangeTooLong', 'notYet'],
});
