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
    /** If omitted together with `sn`: events of all plants. Ended ones of the last 31 days, or of the 31 days up to `end_date`, unless a start date is given, in the default order. */
    sid: sid.optional(),
    /** Only this device, also after its release. */
    sn: sn.optional(),
    /** This gateway and its attached devices. */
    gatewaySn: sn.optional(),
    page: page.prefault({}),
    filters: z
      .object({
        state: wordFilter(ALERT_STATES),
        level: wordFilter(EVENT_LEVELS),
        code: wordFilter(EVENT_CODES),
        /** For all plants: part of the plant's name or of the serial number. */
        keywords: textFilter,
        /** For all plants: this company of the user's tree, and all below it. */
        company: rowId.optional(),
        /** Days of the plant, both included: events that overlap them; for all plants, events that began in them. */
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
          /** Name of the device's product if the device itself reports the code and the user may read a document about the product; "". */
          documentedProduct: z.string(),
          /** The device's own code, or a code of the portal. */
          code: z.enum(EVENT_CODES),
          level: z.enum(EVENT_LEVELS),
          /** Whether the latest report about it was its start or its end. */
          sign: z.enum(['begins', 'ends']),
          title: z.string(),
          desc: z.string(),
          /** Epoch ms; identifies the event together with `sn` and `code`. */
          startMs: z.number().int(),
          startTime: z.string(),
          startIso: iso,
          endTime: z.string(),
          endIso: iso,
          /** Seconds; up to now while it is open. */
          durationS: z.number().int(),
          state: z.enum(ALERT_STATES),
          note: z.string(),
          /** "" if not acknowledged. */
          acknowledgedBy: z.string(),
          acknowledgedIso: iso,
          /** Whether the user may acknowledge it. */
          mayAcknowledge: z.boolean(),
        }),
      ),
      [],
    ),
    /** For all plants: counted up to 10,000. */
    total: devices(z.number().int(), 0),
    /** Events neither ended nor acknowledged, of the plant, the device, the company's branch or all plants, regardless of other filters. */
    open: devices(z.number().int(), 0),
    /** Whether the user may acknowledge them; for all plants: any of those listed. */
    mayAcknowledge: z.boolean(),
  }),
  errors: ['siteNotFound', 'deviceNotFound', 'companyNotFound', 'timeReversed'],
});
