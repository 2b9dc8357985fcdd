// device/voltage
import { z } from 'zod';
import { call } from '../../call.ts';
import { daysOfDevice, iso, sid } from '../../entities/parts.ts';
import { nominalVoltage, VOLTAGE_LINES } from '../../gridVoltage.ts';

export const deviceVoltage = call({
  summary:
    'The grid voltage that a device measured over days of its plant, at most 92, for the grid operator: ten-minute means by phase beside the limit of 110 per cent of the nominal voltage, hours above it, the highest, and what production it cost, estimated.',
  access: { anyOf: ['PvPlant', 'Devices'] },
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
    /** Between a phase and neutral, V; as asked, else usual in the plant's country. */
    nominal: z.number(),
    nominalBasis: z.enum(['asked', 'country']),
    /** Of the nominal voltage, as a mean of ten minutes (EN 50160, VDE-AR-N 4105). */
    limitPercent: z.number(),
    /** Seconds between what a mean is made of. */
    uploadEveryS: z.number().int(),
    /** Those that the device tells; none: it measures no grid voltage. */
    lines: z.array(
      z.object({
        line: z.enum(VOLTAGE_LINES),
        /** V, of this line: between two phases it is higher. */
        nominal: z.number(),
        limit: z.number(),
        /** Ten-minute means with a value, and those above the limit. */
        means: z.number().int(),
        above: z.number().int(),
        hoursAbove: z.number(),
        /** The highest mean, V, and when it began; null: there is none. */
        highest: z.number().nullable(),
        highestIso: iso,
      }),
    ),
    /** Of any line: hours in which one was above the limit. */
    hoursAbove: z.number(),
    /** Hours of daylight in which the device said that the voltage is too high for it, or a line was above the limit. */
    throttledHours: z.number(),
    /** What it would have made in them, less what it made; null: the device makes nothing, or there is too little beside those hours to tell. */
    lostKwh: z.number().nullable(),
    /** Ten-minute spans in them of which that is not known, and that count as nothing lost. */
    lostUnknown: z.number().int(),
    /** `placement`: expected by the tilt and azimuth of its modules; `assumed`: they are not set, and taken to lie as usual there. */
    lostBasis: z.enum(['placement', 'assumed']),
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
  refusals: ['deviceNotFound', 'timeReversed', 'rangeTooLong', 'notYet'],
});
