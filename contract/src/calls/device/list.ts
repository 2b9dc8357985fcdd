// device/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { deviceRow } from '../../entities/device.ts';
import { dayFilter, listFilters, page, sortBy, textFilter, wordFilter } from '../../entities/page.ts';
import { devices } from '../../pageModules.ts';
import { REPORT_KINDS } from '../../report.ts';

/**
 * `firmware`: all of what the device says; `has_firmware`: 1 for those that have said one, 0 for the others; `via`: whether it
 * reports by itself or hangs on a gateway; `added_start_date`, `added_end_date`: the days on which devices came to their plants,
 * by the plant's calendar.
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
    list: devices(z.array(deviceRow), []),
    total: devices(z.number().int(), 0),
    /** How many of each kind fit, as they would be found without the filter of kind; kinds without any are left out. */
    kinds: devices(z.partialRecord(z.enum(REPORT_KINDS), z.number().int()), {}),
    /** The models of those that would be found without the filter of model, by name. */
    models: devices(z.array(z.object({ model: z.number().int(), modelName: z.string() })), []),
  }),
});
