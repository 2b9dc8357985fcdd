// device/alerts
import { z } from 'zod';
import { call } from '../../call.ts';
import { dayFilter, page, sortBy, wordFilter } from '../../entities/page.ts';
import { iso, sid, sn } from '../../entities/parts.ts';
import { ALERT_STATES, EVENT_CODES, EVENT_LEVELS } from '../../events.ts';
import { devices } from '../../pageModules.ts';

export const deviceAlerts = call({
  summary:
    "Events of a plant's devices, or of one of them, the newest first: errors, silences, other sources, firmware.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid,
    /** Of this device alone, also when it has been released since. */
    sn: sn.optional(),
    page: page.prefault({}),
    filters: z
      .object({
        state: wordFilter(ALERT_STATES),
        level: wordFilter(EVENT_LEVELS),
        code: wordFilter(EVENT_CODES),
        /** Days of the plant, both included: events that lasted into them. */
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
        }),
      ),
      [],
    ),
    total: devices(z.number().int(), 0),
    /** Of the plant or the device, whatever is filtered: neither ended nor acknowledged. */
    open: devices(z.number().int(), 0),
    /** Whether the caller may acknowledge them. */
    mayAcknowledge: z.boolean(),
  }),
  refusals: ['noSuchSite', 'noSuchDevice', 'timeReversed'],
});
