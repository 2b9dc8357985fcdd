// site/sn/report/settings
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { iso, sid, sn } from '../../../../entities/parts.ts';
import { LANGUAGES, type LanguageCode } from '../../../../envelope.ts';
import { devices } from '../../../../pageModules.ts';

/** On or off, as in the API. */
const flag = z.union([z.literal(0), z.literal(1)]);

export const siteSnReportSettings = call({
  summary:
    'Which mails about a plant are sent, when and to whom; the plant is named by its id, or by one of its devices.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid: sid.optional(), sn: sn.optional() }),
  response: z.object({
    sid,
    /** As requested; "" if the plant was given by its ID. */
    sn: devices(z.string(), ''),
    siteName: z.string(),
    timezone: z.string(),
    optionsDaily: flag,
    optionsWeekly: flag,
    optionsMonthly: flag,
    /** Alerts: in any hour with new ones, or only between two hours of the plant's local time. */
    alertHourly: flag,
    alertTime: flag,
    /** "8" and "17": hours; the second is not included. */
    alertStart: z.string(),
    alertEnd: z.string(),
    /** Dead, weak or swapped modules are reported to the owner and the service installer, in addition to other recipients. */
    alertFound: flag,
    /** Hour of the plant's local time from which reports are sent. */
    hour: z.number().int(),
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]),
    /** Only for users who may change them. */
    recipients: z.array(
      z.object({
        email: z.string(),
        /** `waiting`: has not confirmed yet; `stopped`: has unsubscribed. */
        state: z.enum(['active', 'waiting', 'stopped']),
      }),
    ),
    /** The ten most recent mails; only for users who may change the settings. */
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
          'joinAsked',
          'joinAccepted',
          'ownershipDecided',
          'ownershipContested',
          'requestAnswered',
          'assigned',
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
  errors: ['siteNotFound', 'deviceNotFound'],
});
