// device/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { deviceRow } from '../../entities/device.ts';
import { dayFilter, listFilters, page, sortBy, textFilter, wordFilter } from '../../entities/page.ts';
import { problemInRow } from '../../entities/problem.ts';
import { devices, money } from '../../pageModules.ts';
import { REPORT_KINDS } from '../../report.ts';

/**
 * `firmware`: the whole reported version; `has_firmware`: 1 for devices that reported one, 0 for others; `via`: whether it
 * reports by itself or through a gateway; `added_start_date`, `added_end_date`: days on which devices were added to their
 * plants, by the plant's calendar.
 */
const filters = listFilters
  .extend({
    sid: textFilter,
    kind: wordFilter(REPORT_KINDS),
    firmware: textFilter,
    has_firmware: wordFilter(['0', '1']),
    via: wordFilter(['itself', 'gateway']),
    added_start_date: dayFilter,
    added_end_date: dayFilter,
  })
  .prefault({});

export const deviceList = call({
  summary: 'The devices this session may see.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    page: page.prefault({}),
    filters,
    sort: sortBy(['problems', 'sn', 'siteName', 'model', 'now', 'lastUpdate', 'createdAt']),
  }),
  response: z.object({
    list: devices(
      z.array(
        deviceRow.extend({
          /** Its worst open problem that is counted; null: none. */
          problem: problemInRow.nullable(),
          /** Of its plant. */
          currency: money(z.string(), ''),
        }),
      ),
      [],
    ),
    total: devices(z.number().int(), 0),
    /** Number of each kind, as without the filter by kind; kinds without devices are omitted. */
    kinds: devices(z.partialRecord(z.enum(REPORT_KINDS), z.number().int()), {}),
    /** Models, as without the filter by model, by name. */
    models: devices(z.array(z.object({ model: z.number().int(), modelName: z.string() })), []),
  }),
});
