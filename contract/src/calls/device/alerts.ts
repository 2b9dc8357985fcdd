// device/alerts
import { z } from 'zod';
import { call } from '../../call.ts';
import { dayFilter, page, sortBy, textFilter, wordFilter } from '../../entities/page.ts';
import { iso, rowId, sid, sn } from '../../entities/parts.ts';
import { ALERT_STATES, EVENT_CODES, EVENT_LEVELS } from '../../events.ts';
import { devices } from '../../pageModules.ts';

export const deviceAlerts = call({
  summary:
    "Events of a plant's devices, or of one of them, the newest first; of all plants that the caller sees, what goes on first: errors, silences, other sources, restarts, firmware.",
  access: { anyOf: ['PvPlant', 'Devices', 'Alerts'] },
  request: z.object({
    /** Without it, and without `sn`: of all plants, ended ones of the last 31 days, or of those up to `end_date`, unless a first day is asked for, in the usual order. */
    sid: sid.optional(),
    /** Of this device alone, also when it has been released since. */
    sn: sn.optional(),
    /** Of this gateway and of what hangs on it. */
    gatewaySn: sn.optional(),
    page: page.prefault({}),
    filters: z
      .object({
        state: wordFilter(ALERT_STATES),
        level: wordFilter(EVENT_LEVELS),
        code: wordFilter(EVENT_CODES),
        /** Of all plants: in the name of the plant or the serial number. */
        keywords: textFilter,
        /** Of all plants: those of this company of the caller's tree and of all below it. */
        company: rowId.optional(),
        /** Days of the plant, both included: events that lasted into them; of all plants those that began in them. */
        start_date: dayFilter,
        end_date: dayFilter,
      })
      .prefault({}),
    sort: sortBy(['start', 'sn', 'code']),
  }),
  response: z.object({
    list: devices(
      z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          timezone: z.string(),
          sn: z.string(),
          alias: z.string(),
          modelName: z.string(),
          /** The device's own code, or the portal's word. */
          code: z.enum(EVENT_CODES),
          level: z.enum(EVENT_LEVELS),
          /** Whether the last that was heard of it is its begin or its end. */
          sign: z.enum(['begins', 'ends']),
          title: z.string(),
          desc: z.string(),
          /** Epoch ms; with `sn` and `code` it names the event. */
          startMs: z.number().int(),
          startTime: z.string(),
          startIso: iso,
          endTime: z.string(),
          endIso: iso,
          /** Seconds, until now while it lasts. */
          durationS: z.number().int(),
          state: z.enum(ALERT_STATES),
          note: z.string(),
          /** "" when nobody has. */
          acknowledgedBy: z.string(),
          acknowledgedIso: iso,
          /** Whether the caller may acknowledge it. */
          mayAcknowledge: z.boolean(),
        }),
      ),
      [],
    ),
    /** Of all plants: counted up to 10,000. */
    total: devices(z.number().int(), 0),
    /** Of the plant, the device, the company's branch or all plants, whatever else is filtered: neither ended nor acknowledged. */
    open: devices(z.number().int(), 0),
    /** Whether the caller may acknowledge them; of all plants: any of those shown. */
    mayAcknowledge: z.boolean(),
  }),
  refusals: ['siteNotFound', 'deviceNotFound', 'companyNotFound', 'timeReversed'],
});
