// site/sn/report/settings
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { iso, sid, sn } from '../../../../entities/parts.ts';
import { LANGUAGES, type LanguageCode } from '../../../../envelope.ts';
import { devices } from '../../../../pageModules.ts';

/** On or off, as the wire has it. */
const flag = z.union([z.literal(0), z.literal(1)]);

export const siteSnReportSettings = call({
  summary:
    'Which mails about a plant are sent, when and to whom; the plant is named by its id, or by one of its devices.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid: sid.optional(), sn: sn.optional() }),
  response: z.object({
    sid,
    /** As it was asked for; "" when the plant was named by its id. */
    sn: devices(z.string(), ''),
    siteName: z.string(),
    timezone: z.string(),
    optionsDaily: flag,
    optionsWeekly: flag,
    optionsMonthly: flag,
    /** Alerts: in any hour that has new ones, or only from one hour to another of the plant's clock. */
    alertHourly: flag,
    alertTime: flag,
    /** "8" and "17": hours; the second is not included. */
    alertStart: z.string(),
    alertEnd: z.string(),
    /** Modules that are found dead, weak or swapped are told to the owner and to who looks after the plant, whoever else is. */
    alertFound: flag,
    /** Of the plant's clock, from which on reports are sent. */
    hour: z.number().int(),
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]),
    /** Only for who may change them. */
    recipients: z.array(
      z.object({
        email: z.string(),
        /** `waiting`: has not confirmed yet; `stopped`: has ended them. */
        state: z.enum(['active', 'waiting', 'stopped']),
      }),
    ),
    /** The newest ten that were written; only for who may change the settings. */
    mails: z.array(
      z.object({
        purpose: z.enum([
          'daily',
          'weekly',
          'monthly',
          'alerts',
          'found',
          'confirm',
          'invitation',
          'offer',
          'offerAnswered',
          'careEnded',
          'updateAsked',
        ]),
        to: z.string(),
        state: z.enum(['waiting', 'sent', 'failed', 'dropped']),
        failure: z.enum(['refused', 'givenUp', 'unclear']).nullable(),
        madeIso: iso,
      }),
    ),
    /** False: this server sends no mail. */
    sendsMail: z.boolean(),
    mayChange: z.boolean(),
    version: z.number().int(),
  }),
  refusals: ['siteNotFound', 'deviceNotFound'],
});
