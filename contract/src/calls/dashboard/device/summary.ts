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
    /** PV modules, as in the plants' own lists. */
    panels: devices(z.number().int().nullable(), null),
    deviceCount: devices(z.number().int().nullable(), null),
    /** Kinds without devices are omitted. */
    kinds: devices(z.partialRecord(z.enum(REPORT_KINDS), z.number().int()), {}),
    /** Microinverters that report by themselves over Wi-Fi; the others are attached to a gateway. */
    wifi: devices(z.number().int().nullable(), null),
    /** Power of live plants in W; energy in kWh of each plant's current day, of its current month, and lifetime, summed as in overview/siteStatusCounts; null: no plant has a value. */
    now: z.number().nullable(),
    todayPower: z.number().nullable(),
    monthPower: z.number().nullable(),
    totalPower: z.number().nullable(),
    /** By number of devices, descending, at most 20; '' for devices that did not report it. */
    firmware: devices(
      z.array(
        z.object({ model: z.number().int(), modelName: z.string(), firmware: z.string(), count: z.number().int() }),
      ),
      [],
    ),
    /** Number of versions beyond those in `firmware`. */
    firmwareMore: devices(z.number().int(), 0),
    /** Number of plants by country. */
    countries: z.array(countryCount),
    /** Plants by the API's integer of their status, and number of online ones that are asleep, as in overview/siteStatusCounts. */
    statusMap: z.record(z.string(), z.number().int()),
    asleep: z.number().int(),
    /** Plants by the age of their newest data, youngest first. */
    ages: z.array(z.object({ age: z.enum(DATA_AGES), count: z.number().int() })),
    /** Time of status, ages, power and energies; null: not counted yet. */
    statesIso: iso,
  }),
});
