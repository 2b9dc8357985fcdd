// Mails about offers of a plant or of its service: to the recipient, and about the answer to the person who made it. In the reader's language if there is an account.
import type { OfferKind } from '@heliograph/contract/entities/offer.ts';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { brandOfPlantMail } from '../../brands/brands.ts';
import type { Config } from '../../config.ts';
import type { CallContext } from '../../context.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';
import { mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../../platform/mail/outbox.ts';
import { dayText } from '../../platform/texts/localText.ts';
import { openLink } from '../mails/plantMails.ts';

interface About {
  sid: string;
  plant: string;
  kind: OfferKind;
  to: string;
  /** Language of a reader without an account. */
  language: LanguageCode;
}

/** Returns the language of the account with this address, else `otherwise`. */
export async function languageOf(sql: Transaction, email: string, otherwise: LanguageCode): Promise<LanguageCode> {
  return (await languagesOf(sql, [email])).get(email) ?? otherwise;
}

/** Returns the languages of many accounts by address, without addresses that have no account. */
export async function languagesOf(sql: Transaction, emails: readonly string[]): Promise<Map<string, LanguageCode>> {
  const users = await sql<{ email: string; lan: number }[]>`
    select email, lan from account_languages(${textArray([...new Set(emails)])}::text::text[])`;
  return new Map(users.map(({ email, lan }) => [email, languageOfLan(String(lan))]));
}

type MailContext = Pick<CallContext, 'context' | 'sql' | 'session' | 'at' | 'language'>;

/** Queues the mail, counted and written alike for every address. Does nothing without a mail server. */
export async function sendOfferMail(
  { context, sql, session, at, language }: MailContext,
  { timezone, expiresAt, ...about }: Omit<About, 'language'> & { timezone: string; expiresAt: Date },
): Promise<void> {
  const { config } = context;
  await countAttempt(context, 'confirmations', session.userId);
  if (!config.mail) return;
  const lastDay = localDay(expiresAt.getTime(), timezone);
  await writeMail(sql, await offerMail(sql, config, { ...about, from: session.email, lastDay, language }), at);
}

/** Queues the mail about the answer; `to`: the address of the person who made the offer. */
export async function sendOfferAnswerMail(
  { context, sql, session, at, language }: MailContext,
  about: Omit<About, 'language'> & { accepts: boolean },
): Promise<void> {
  const { config } = context;
  if (!config.mail) return;
  await writeMail(sql, await answeredMail(sql, config, { ...about, by: session.email, language }), at);
}

async function offerMail(
  sql: Transaction,
  config: Config,
  { sid, plant, kind, to, from, lastDay, ...about }: About & { from: string; lastDay: Day },
): Promise<Mail> {
  const language = await languageOf(sql, to, about.language);
  const word = mailTexts(language);
  const brand = await brandOfPlantMail(sql, config, { sid, to });
  const { text, html } = renderEmail({
    language,
    brand,
    title: word(kind === 'owner' ? 'offerTitle' : 'careTitle', { plant }),
    paragraphs: [
      word(kind === 'owner' ? 'offerText' : 'careText', { plant, brand: brand.name, from }),
      word('offerHow', { email: to, day: dayText(lastDay, language) }),
    ],
    lines: [],
    link: { label: word('offerLink'), url: `${brand.publicUrl}${PATHS.Account}` },
    end: null,
  });
  const subject = word(kind === 'owner' ? 'offerSubject' : 'careSubject', { plant });
  return { purpose: 'offer', sid, brand: brand.id, to, subject, text, html, stopUrl: '', attachment: null };
}

async function answeredMail(
  sql: Transaction,
  config: Config,
  { sid, plant, kind, to, by, accepts, ...about }: About & { by: string; accepts: boolean },
): Promise<Mail> {
  const language = await languageOf(sql, to, about.language);
  const word = mailTexts(language);
  const brand = await brandOfPlantMail(sql, config, { sid, to });
  const title = word(accepts ? 'acceptedTitle' : 'declinedTitle', { plant });
  const texts = { owner: 'acceptedText', installer: 'careAcceptedText' } as const;
  const { text, html } = renderEmail({
    language,
    brand,
    title,
    paragraphs: [word(accepts ? texts[kind] : 'declinedText', { plant, by })],
    lines: [],
    link: openLink(brand, sid, 'overview', language),
    end: null,
  });
  return {
    purpose: 'offerAnswered',
    sid,
    brand: brand.id,
    to,
    subject: title,
    text,
    html,
    stopUrl: '',
    attachment: null,
  };
}
