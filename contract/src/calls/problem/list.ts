// problem/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, textFilter, wordFilter } from '../../entities/page.ts';
import { rowId, sid } from '../../entities/parts.ts';
import { problem } from '../../entities/problem.ts';
import { EVENT_CODES } from '../../events.ts';
import { devices, money } from '../../pageModules.ts';

export const problemList = call({
  summary:
    'Open problems of all plants that the caller sees, plant by plant: the plant with the most severe problem and the highest weekly loss first.',
  access: { anyOf: ['PvPlant', 'Devices', 'Alerts'] },
  request: z.object({
    /** Only this plant. */
    sid: sid.optional(),
    page: page.prefault({}),
    filters: z
      .object({
        /** `open` for those that are counted, `acknowledged` for warnings and faults that somebody knows of; by default both. */
        state: wordFilter(['open', 'acknowledged']),
        level: wordFilter(['warning', 'fault']),
        code: wordFilter(EVENT_CODES),
        /** `mine`: assigned to the caller; `nobody`: to nobody; `overdue`: to anybody, and the due day of the plant has passed. */
        assigned: wordFilter(['mine', 'nobody', 'overdue']),
        /** Part of the plant's name or of a serial number. */
        keywords: textFilter,
        /** This company of the user's tree, and all below it. */
        company: rowId.optional(),
      })
      .prefault({}),
  }),
  response: z.object({
    list: devices(
      z.array(
        problem.extend({
          sid: z.string(),
          siteName: z.string(),
          timezone: z.string(),
          currency: money(z.string(), ''),
          /** Number of counted problems of the plant. */
          siteProblems: z.number().int(),
          /** Energy that all problems of the plant lose per week, kWh; a device with several loses it once. Null: unknown of all. */
          siteWeekKwh: z.number().nullable(),
          /** Its value; "" if unknown. */
          siteWeekMoney: money(z.string(), ''),
          /** Whether a module that has it is placed on the plant's layout. */
          isPlaced: z.boolean(),
          /** Name of the device's product if the device itself reports the code and the user may read a document about the product; "". */
          documentedProduct: z.string(),
          /** Who owns the plant; "" if unknown, or if the user may not change the plant. */
          ownerName: z.string(),
          ownerPhone: z.string(),
          ownerEmail: z.string(),
          /** Whether the caller may also assign it. */
          mayAcknowledge: z.boolean(),
        }),
      ),
      [],
    ),
    total: devices(z.number().int(), 0),
  }),
  errors: ['siteNotFound', 'companyNotFound'],
});
