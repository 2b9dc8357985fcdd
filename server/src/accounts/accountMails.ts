// Mails about an account: a link to a new password, the code of a registration, and what was changed. In the account's language and brand.

import { clientName } from '@heliograph/contract/clientName.ts';
import { INVITATION_DAYS } from '@heliograph/contract/companies.ts';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { CODE_MINUTES, RESET_MINUTES } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Config } from '../config.ts';
import type { CallContext } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { brandName, type EmailContent, mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type AccountPurpose, type Mail, writeMail } from '../platform/mail/outbox.ts';
import { clockIn } from '../platform/texts/localText.ts';

export interface Reader {
  to: string;
  language: LanguageCode;
  brand: number;
  /** Null: there is no account. */
  userId: number | null;
}

/** Who reads at an address, by one statement whether or not it has an account; `to` is lower case. */
export async function readerAt(
  sql: Sql | Transaction,
  to: string,
  otherwise: Pick<Reader, 'language' | 'brand'>,
): Promise<Reader> {
  // The company that sign-in would choose. The first brand is also that of companies of which none was said.
  const [user] = await sql<{ id: number; lan: number; brandId: number }[]>`
    select u.id, u.lan, c.brand_id from users u
    join memberships m on m.user_id = u.id
    join companies c on c.id = m.company_id
    where u.email = ${to}
    order by m.is_company_owner desc, m.created_at, m.company_id limit 1`;
  return user
    ? { to, userId: user.id, language: languageOfLan(user.lan), brand: user.brandId || otherwise.brand }
    : { to, userId: null, ...otherwise };
}

/** For the audit line: an address that is no account's stands nowhere. */
export const about = ({ userId }: Reader): { userId?: number } => (userId === null ? {} : { userId });

type Where = Pick<Config, 'publicUrl' | 'brand'>;

export function resetMail(where: Where, reader: Reader, token: string): Mail {
  const word = mailTexts(reader.language);
  const title = reader.brand === where.brand ? '' : `?title=${encodeURIComponent(brandName(reader.brand))}`;
  return accountMail('resetPassword', reader, {
    title: word('resetTitle'),
    paragraphs: [
      word('resetText', { brand: brandName(reader.brand), email: reader.to }),
      word('resetHow', { minutes: RESET_MINUTES }),
    ],
    lines: [],
    // Behind the #: browsers send it to nobody, so that no proxy writes it into a log.
    link: { label: word('resetLink'), url: `${where.publicUrl}${PATHS.ResetPwd}${title}#token=${token}` },
  });
}

/** To an address that is registered, or may be: what it is told differs, and nothing else does. */
export function codeMail(where: Where, reader: Reader, code: string): Mail {
  const word = mailTexts(reader.language);
  const brand = brandName(reader.brand);
  if (reader.userId !== null) {
    return accountMail('hasAccount', reader, {
      title: word('hasAccountTitle', { brand }),
      paragraphs: [word('hasAccountText', { brand, email: reader.to }), word('notYou')],
      lines: [],
      link: { label: word('signInLink'), url: `${where.publicUrl}${PATHS.SignIn}` },
    });
  }
  return accountMail('signUpCode', reader, {
    title: word('codeTitle', { brand }),
    paragraphs: [word('codeText', { brand, email: reader.to, minutes: CODE_MINUTES }), word('notYou')],
    lines: [{ label: word('code'), text: code }],
    link: null,
  });
}

/** Within the change that invites: into a company, with an account or without, which the link finds out. */
export async function sendInvitationMail(
  { context, sql, session, at, language }: Pick<CallContext, 'context' | 'sql' | 'session' | 'at' | 'language'>,
  { email, company, token }: { email: string; company: string; token: string },
): Promise<void> {
  const { config } = context;
  const reader = await readerAt(sql, email.toLowerCase(), { language, brand: config.brand });
  await writeMail(sql, joinMail(config, reader, { token, company, by: session.email }), at);
}

function joinMail(
  where: Where,
  reader: Reader,
  { token, company, by }: { token: string; company: string; by: string },
): Mail {
  const word = mailTexts(reader.language);
  const brand = brandName(reader.brand);
  return accountMail('joinCompany', reader, {
    title: word('joinTitle', { company }),
    paragraphs: [
      word('joinText', { company, brand, by, email: reader.to }),
      word('joinHow', { days: INVITATION_DAYS }),
    ],
    lines: [],
    // Behind the #, as that of a new password.
    link: { label: word('joinLink'), url: `${where.publicUrl}${PATHS.ResetPwd}#invitation=${token}` },
  });
}

/** In the transaction that changes it: whoever did not do it learns what to do. Without a mail server nobody is told. */
export async function mailPasswordChanged(
  sql: Transaction,
  config: Config,
  { email, language, at }: { email: string; language: LanguageCode; at: Date },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, email, { language, brand: config.brand });
  const word = mailTexts(reader.language);
  const brand = brandName(reader.brand);
  const mail = accountMail('passwordChanged', reader, {
    title: word('passwordChangedTitle'),
    paragraphs: [
      word('passwordChangedText', { brand, email, time: timeText(at, reader.language) }),
      word('passwordChangedHow'),
    ],
    lines: [],
    link: { label: word('forgotLink'), url: `${config.publicUrl}${PATHS.ForgetPwd}` },
  });
  await writeMail(sql, mail, at);
}

interface About {
  email: string;
  language: LanguageCode;
  at: Date;
}

/** In the transaction that opens the session. What to do when it was not the account's owner: a new password ends all sessions. */
export async function sendNewSignInMail(
  sql: Transaction,
  config: Config,
  { email, language, at, client, address }: About & { client: string; address: string },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, email, { language, brand: config.brand });
  const word = mailTexts(reader.language);
  const brand = brandName(reader.brand);
  const mail = accountMail('newSignIn', reader, {
    title: word('newSignInTitle'),
    paragraphs: [word('newSignInText', { brand, email }), word('newSignInHow')],
    lines: [
      { label: word('newSignInTime'), text: timeText(at, reader.language) },
      { label: word('newSignInClient'), text: clientName(client) ?? word('newSignInUnknown') },
      { label: word('newSignInAddress'), text: address },
    ],
    link: { label: word('forgotLink'), url: `${config.publicUrl}${PATHS.ForgetPwd}` },
  });
  await writeMail(sql, mail, at);
}

/** What an account signs in with is another thing from now on. */
export type SignInChange = 'codesOn' | 'codesOff' | 'recoveryUsed' | 'passkeyAdded' | 'tokenMade' | 'webhookAdded';

export async function mailSignInChanged(
  sql: Transaction,
  config: Config,
  { email, language, at, what, name = '' }: About & { what: SignInChange; name?: string },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, email, { language, brand: config.brand });
  const word = mailTexts(reader.language);
  const values = { brand: brandName(reader.brand), email, time: timeText(at, reader.language), name };
  const mail = accountMail('signInChanged', reader, {
    title: word(`${what}Title`),
    paragraphs: [word(`${what}Text`, values), word('signInChangedHow')],
    lines: [],
    link: { label: word('forgotLink'), url: `${config.publicUrl}${PATHS.ForgetPwd}` },
  });
  await writeMail(sql, mail, at);
}

/** In the transaction of the request; who still has a code or a passkey ends it by signing in with it. */
export async function sendFactorResetMail(
  sql: Transaction,
  config: Config,
  { email, language, at, by, dueAt }: About & { by: string; dueAt: Date },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, email, { language, brand: config.brand });
  const word = mailTexts(reader.language);
  const values = { brand: brandName(reader.brand), email, by, time: timeText(dueAt, reader.language) };
  const mail = accountMail('signInChanged', reader, {
    title: word('factorResetTitle'),
    paragraphs: [word('factorResetText', values), word('factorResetHow')],
    lines: [],
    link: { label: word('signInLink'), url: `${config.publicUrl}${PATHS.SignIn}` },
  });
  await writeMail(sql, mail, at);
}

const timeText = (at: Date, language: LanguageCode): string => `${clockIn(at, 'UTC', language)} UTC`;

export function accountMail(
  purpose: AccountPurpose,
  { to, language, brand }: Reader,
  letter: Pick<EmailContent, 'title' | 'paragraphs' | 'lines' | 'link'>,
): Mail {
  const { text, html } = renderEmail({ language, brand, ...letter, end: null });
  const subject = `${brandName(brand)}: ${letter.title}`;
  return { purpose, sid: null, to, subject, text, html, stopUrl: '', attachment: null };
}
