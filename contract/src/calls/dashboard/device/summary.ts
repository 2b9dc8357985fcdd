// dashboard/device/summary
import { z } from 'zod';
import { call } from '../../../call.ts';
import { DATA_AGES } from '../../../dataAges.ts';
import { countryCount, isCounted } from '../../../entities/dashboard.ts';
import { iso } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';
import { REPORT_KINDS } from '../../../report.ts';

export const dashboardDeviceSummary = call({
  summary: 'What the plants of a branch consist of, where they are, how they do and how old their data are.',
  access: { anyOf: ['Dashboard'] },
  request: z.object({}),
  response: z.object({
    siteCount: z.number().int(),
    isCounted,
    /** Peak power of the modules, W. */
    powerMax: z.number(),
    /** PV modules, as the plants' own lists name them. */
    panels: devices(z.number().int().nullable(), null),
    deviceCount: devices(z.number().int().nullable(), null),
    /** Kinds without any are left out. */
    kinds: devices(z.partialRecord(z.enum(REPORT_KINDS), z.number().int()), {}),
    /** Microinverters that report by themselves, by Wi-Fi; the others are on a gateway. */
    wifi: devices(z.number().int().nullable(), null),
    /** W of the plants that are live, kWh of each plant's own day and of all time, as overview/siteStatusCounts sums them, and of its own month; null: no plant has a value. */
    now: z.number().nullable(),
    todayPower: z.number().nullable(),
    monthPower: z.number().nullable(),
    totalPower: z.number().nullable(),
    /** Of the most devices first, at most 20; '' for what has not said it. */
    firmware: devices(
      z.array(
        z.object({ model: z.number().int(), modelName: z.string(), firmware: z.string(), count: z.number().int() }),
      ),
      [],
    ),
    /** How many there are beyond those of `firmware`. */
    firmwareMore: devices(z.number().int(), 0),
    /** Where plants are. */
    countries: z.array(countryCount),
    /** Plants by the wire's integer of their status, and how many of the online ones are asleep: as overview/siteStatusCounts. */
    statusMap: z.record(z.string(), z.number().int()),
    asleep: z.number().int(),
    /** Plants by the age of their newest data, the youngest first. */
    ages: z.array(z.object({ age: z.enum(DATA_AGES), count: z.number().int() })),
    /** When status, ages, power and energies were so; null: not counted yet. */
    statesIso: iso,
  }),
});
