// site/sn/report/setUp
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { email, int, sid, sn } from '../../../../entities/parts.ts';
import { LANGUAGES, type LanguageCode } from '../../../../envelope.ts';

/** API clients send 0 and 1, their text, or yes and no. */
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
    'Sets which mails about a plant are sent, when and to whom; omitted fields stay unchanged. Recipients without access to the plant confirm first.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid: sid.optional(),
    /** One of the plant's devices, if the plant is not given. */
    sn: sn.optional(),
    /** Version as read from settings; a different one is refused with `siteHasChanged`. */
    version: int(0).optional(),
    optionsDaily: flag.optional(),
    optionsWeekly: flag.optional(),
    optionsMonthly: flag.optional(),
    alertHourly: flag.optional(),
    alertTime: flag.optional(),
    /** Start and end of the hours for alerts: same as the two fields below, and enables alerts in these hours. */
    from: z.tuple([hour(23), hour(24)]).optional(),
    alertStart: hour(23).optional(),
    alertEnd: hour(24).optional(),
    /** Mails about dead, weak or swapped modules; on by default. */
    alertFound: flag.optional(),
    hour: hour(23).optional(),
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]).optional(),
    /** All recipients; only the user if the first settings name none. */
    recipients: z.array(email).max(MAX_RECIPIENTS).optional(),
  }),
  response: z.object({ version: z.number().int() }),
  errors: ['siteNotFound', 'deviceNotFound', 'siteReadOnly', 'siteHasChanged', 'noMailServer', 'tooManyRequests'],
  transaction: 'change',
});
