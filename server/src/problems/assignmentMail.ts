// Notifies a user by mail of the problems of a plant that were assigned to them, in their language.
import { withCode } from '@heliograph/contract/events.ts';
import { brandOfPlantMail } from '../brands/brands.ts';
import type { CallContext } from '../context.ts';
import { openLink } from '../plants/mails/plantMails.ts';
import { languageOf } from '../plants/transfer/offerMail.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { writeMail } from '../platform/mail/outbox.ts';
import { dayText } from '../platform/texts/localText.ts';
import { openProblems } from './openProblems.ts';

/** Lines of one mail; further ones are only counted. */
const MAX_LINES = 30;

interface AssignmentMail {
  to: string;
  sid: string;
  plant: string;
  dueDay: Day;
  /** At least one open problem of the plant. */
  problems: readonly { sn: string; code: string; startMs: number }[];
}

/** Queues the mail, in the transaction that assigns them. Does nothing without a mail server. */
export async function sendAssignmentMail(
  {
    context,
    sql,
    session,
    at,
    language: ofCaller,
  }: Pick<CallContext, 'context' | 'sql' | 'session' | 'at' | 'language'>,
  { to, sid, plant, dueDay, problems }: AssignmentMail,
): Promise<void> {
  const { config } = context;
  if (!config.mail) return;
  const language = await languageOf(sql, to, ofCaller);
  const brand = await brandOfPlantMail(sql, config, { sid, to });
  const textOf = mailTexts(language);
  const keyOf = ({ sn, code, startMs }: AssignmentMail['problems'][number]) => `${sn} ${code} ${startMs}`;
  const keys = new Set(problems.map(keyOf));
  const assigned = (await openProblems(sql, sid, { language })).filter((problem) => keys.has(keyOf(problem)));
  const lines = assigned.slice(0, MAX_LINES).map(({ title, code, sn, alias, devices, modules }) => {
    const name = alias || sn;
    const count = Math.max(devices, modules);
    return { label: withCode(title, code), text: count > 1 ? textOf('andMore', { name, count: count - 1 }) : name };
  });
  const rest = assigned.length - lines.length;
  const title = textOf('assignedTitle', { plant, count: assigned.length });
  const { text, html } = renderEmail({
    language,
    brand,
    title,
    paragraphs: [textOf('assignedText', { by: session.email, day: dayText(dueDay, language) })],
    lines: rest > 0 ? [...lines, { label: textOf('more', { count: rest }), text: '' }] : lines,
    link: openLink(brand, sid, 'alerts', language),
    end: null,
  });
  const mail = { purpose: 'assigned', sid, brand: brand.id, to, subject: title, text, html } as const;
  await writeMail(sql, { ...mail, stopUrl: '', attachment: null }, at);
}
