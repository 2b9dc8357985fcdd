// site/sn/report/setUp
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { email, int, sid, sn } from '../../../../entities/parts.ts';
import { LANGUAGES, type LanguageCode } from '../../../../envelope.ts';

/** Programs send 0 and 1, their texts, or yes and no. */
const flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false', '']), z.literal(0), z.literal(1)])
  .transform((given) => given === true || given === 1 || given === '1' || given === 'true');
/** "8", "08:00" or 8. */
const hour = (most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,2}(:\d{2})?$/.test(given) ? Number(given.split(':')[0]) : given),
    z.number().int().min(0).max(most),
  );

export const MAX_RECIPIENTS = 20;

export const siteSnReportSetUp = call({
  summary:
    'Sets which mails about a plant are sent, when and to whom; what is left out stays. Who is no user who sees the plant confirms first.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid: sid.optional(),
    /** Of one of the plant's devices, when the plant is not named. */
    sn: sn.optional(),
    /** As settings told it; another one is refused with `siteHasChanged`. */
    version: int(0).optional(),
    optionsDaily: flag.optional(),
    optionsWeekly: flag.optional(),
    optionsMonthly: flag.optional(),
    alertHourly: flag.optional(),
    alertTime: flag.optional(),
    /** Begin and end of the hours for alerts: the same as the two below, and that they are wanted in these hours. */
    from: z.tuple([hour(23), hour(24)]).optional(),
    alertStart: hour(23).optional(),
    alertEnd: hour(24).optional(),
    /** Mails of modules that are found dead, weak or swapped; on unless it is said. */
    alertFound: flag.optional(),
    hour: hour(23).optional(),
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]).optional(),
    /** All of them; the caller alone when the first settings name none. */
    recipients: z.array(email).max(MAX_RECIPIENTS).optional(),
  }),
  response: z.object({ version: z.number().int() }),
  refusals: ['siteNotFound', 'deviceNotFound', 'siteReadOnly', 'siteHasChanged', 'noMailServer', 'tooManyRequests'],
  transaction: 'change',
});
