// Mails about a request for access to a plant: to those who may answer, and to the requester when it is accepted. The first names the proven address only: name and message could be advertising, and are read in the portal.
import { languageOfLan } from '@heliograph/contract/envelope.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { brandOfPlantMail } from '../../brands/brands.ts';
import type { Config } from '../../config.ts';
import type { CallContext } from '../../context.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail } from '../../platform/mail/outbox.ts';
import { openLink } from '../mails/plantMails.ts';
import { namedPeople } from '../mails/recipients.ts';
import { languageOf } from '../transfer/offerMail.ts';

interface JoinMail {
  sid: string;
  plant: string;
  /** Address of the requester, and the serial number that was entered. */
  email: string;
  sn: string;
  to: string;
  lan: number;
}

export async function sendJoinMail(
  sql: Transaction,
  config: Config,
  { sid, plant, email, sn, to, lan }: JoinMail,
  at: Date,
): Promise<void> {
  const language = languageOfLan(String(lan));
  const brand = await brandOfPlantMail(sql, config, { sid, to });
  const word = mailTexts(language);
  const title = word('accessAskedTitle', { plant });
  const { text, html } = renderEmail({
    language,
    brand,
    title,
    paragraphs: [word('accessAskedText', { email, sn, brand: brand.name }), word('accessAskedHow')],
    lines: [],
    link: { label: word('accessAskedLink'), url: `${brand.publicUrl}${PATHS.PvPlantEdit}?sid=${sid}&at=shareWith` },
    end: null,
  });
  const mail = { purpose: 'joinAsked', sid, brand: brand.id, to, subject: title, text, html } as const;
  await writeMail(sql, { ...mail, stopUrl: '', attachment: null }, at);
}

/** Queues the mail to the requester. There is none about a refusal, which would prove that the plant exists. */
export async function sendAcceptedMail(
  { context, sql, session, at, language }: Pick<CallContext, 'context' | 'sql' | 'session' | 'at' | 'language'>,
  { sid, plant, to, isOwner }: { sid: string; plant: string; to: string; isOwner: boolean },
): Promise<void> {
  if (!context.config.mail) return;
  const ofReader = await languageOf(sql, to, language);
  const word = mailTexts(ofReader);
  const brand = await brandOfPlantMail(sql, context.config, { sid, to });
  const title = word('accessGrantedTitle', { plant });
  const { text, html } = renderEmail({
    language: ofReader,
    brand,
    title,
    paragraphs: [
      word(isOwner ? 'accessOwnedText' : 'accessGrantedText', { plant, brand: brand.name, by: session.email }),
    ],
    lines: [],
    link: openLink(brand, sid, 'overview', ofReader),
    end: null,
  });
  const mail = { purpose: 'joinAccepted', sid, brand: brand.id, to, subject: title, text, html } as const;
  await writeMail(sql, { ...mail, stopUrl: '', attachment: null }, at);
}

/** Whether the mail is still due: its recipient still manages the plant, and a request is still open. */
export async function isJoinMailDue(sql: Sql, sid: string, to: string, now: Date): Promise<boolean> {
  const open = await sql`
    select from join_questions q join join_requests r on r.user_id = q.user_id and r.sn = q.sn
    where q.sid = ${sid} and not q.is_declined and r.accepted_at is null and r.expires_at > ${now} limit 1`;
  const people = open.length > 0 ? (await namedPeople(sql, [sid])).get(sid) : undefined;
  return people?.some(({ email }) => email === to) ?? false;
}
