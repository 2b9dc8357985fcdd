// Mails about an account, in its language and brand: password reset link, registration code, notices of changes.

import { clientName } from '@heliograph/contract/clientName.ts';
import { INVITATION_DAYS } from '@heliograph/contract/companies.ts';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { CODE_MINUTES, RESET_MINUTES } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { type Brand, brandById, brandIdOf, brandOfCompany } from '../brands/brands.ts';
import type { Config } from '../config.ts';
import type { CallContext } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { type EmailContent, mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type AccountPurpose, type Mail, writeMail } from '../platform/mail/outbox.ts';
import { clockIn } from '../platform/texts/localText.ts';

export interface Reader {
  to: string;
  language: LanguageCode;
  brand: Brand;
  /** Null: the address has no account. */
  userId: number | null;
}

/** Returns the reader of an address, by the same statements whether or not it has an account; `to` is lower case. `brandId`: of an address without an account, by default the setting BRAND. */
export async function readerAt(
  sql: Sql | Transaction,
  config: Pick<Config, 'brand' | 'publicUrl'>,
  to: string,
  { language, brandId = config.brand }: { language: LanguageCode; brandId?: number },
): Promise<Reader> {
  // The company that sign-in would choose.
  const [user] = await sql<{ id: number; lan: number; brandId: number }[]>`
    select u.id, u.lan, c.brand_id from users u
    join memberships m on m.user_id = u.id
    join companies c on c.id = m.company_id
    where u.email = ${to}
    order by m.is_company_owner desc, m.created_at, m.company_id limit 1`;
  const brand = await brandById(sql, config, user ? brandIdOf(user.brandId, config) : brandId);
  return user
    ? { to, brand, userId: user.id, language: languageOfLan(user.lan) }
    : { to, brand, userId: null, language };
}

/** Returns the user for the audit line; an address without an account is not recorded. */
export const about = ({ userId }: Reader): { userId?: number } => (userId === null ? {} : { userId });

export function resetMail(config: Pick<Config, 'publicUrl' | 'brand'>, reader: Reader, token: string): Mail {
  const word = mailTexts(reader.language);
  const { id, code, publicUrl } = reader.brand;
  // A brand without a host name of its own is named in the address.
  const title = publicUrl === config.publicUrl && id !== config.brand ? `?title=${encodeURIComponent(code)}` : '';
  return accountMail('resetPassword', reader, {
    title: word('resetTitle'),
    paragraphs: [
      word('resetText', { brand: reader.brand.name, email: reader.to }),
      word('resetHow', { minutes: RESET_MINUTES }),
    ],
    lines: [],
    // In the fragment: browsers do not send it, so that no proxy logs it.
    link: { label: word('resetLink'), url: `${publicUrl}${PATHS.ResetPwd}${title}#token=${token}` },
  });
}

/** Returns the mail to an address that signs up: a code, or the note that it has an account. Only the mail's text differs between the two. */
export function codeMail(reader: Reader, code: string): Mail {
  const word = mailTexts(reader.language);
  const brand = reader.brand.name;
  if (reader.userId !== null) {
    return accountMail('hasAccount', reader, {
      title: word('hasAccountTitle', { brand }),
      paragraphs: [word('hasAccountText', { brand, email: reader.to }), word('notYou')],
      lines: [],
      link: { label: word('signInLink'), url: `${reader.brand.publicUrl}${PATHS.SignIn}` },
    });
  }
  return accountMail('signUpCode', reader, {
    title: word('codeTitle', { brand }),
    paragraphs: [word('codeText', { brand, email: reader.to, minutes: CODE_MINUTES }), word('notYou')],
    lines: [{ label: word('code'), text: code }],
    link: null,
  });
}

/**
 * Queues an invitation into a company, in the transaction that invites, and returns null; without a mail server it returns
 * the link, which its author hands over. It works with and without an account; an account's own language comes before
 * `language`.
 */
export async function deliverInvitation(
  { context, sql, session, at }: Pick<CallContext, 'context' | 'sql' | 'session' | 'at'>,
  { email, company, token, language }: { email: string; company: string; token: string; language: LanguageCode },
): Promise<string | null> {
  const { config } = context;
  if (!config.mail) return invitationLink(await brandOfCompany(sql, config, session.companyId), token);
  const reader = await readerAt(sql, config, email.toLowerCase(), { language });
  await writeMail(sql, joinMail(reader, { token, company, by: session.email }), at);
  return null;
}

/** The token is in the fragment, as that of a new password. */
const invitationLink = ({ publicUrl }: Pick<Brand, 'publicUrl'>, token: string): string =>
  `${publicUrl}${PATHS.ResetPwd}#invitation=${token}`;

function joinMail(reader: Reader, { token, company, by }: { token: string; company: string; by: string }): Mail {
  const word = mailTexts(reader.language);
  const brand = reader.brand.name;
  return accountMail('joinCompany', reader, {
    title: word('joinTitle', { company }),
    paragraphs: [
      word('joinText', { company, brand, by, email: reader.to }),
      word('joinHow', { days: INVITATION_DAYS }),
    ],
    lines: [],
    link: { label: word('joinLink'), url: invitationLink(reader.brand, token) },
  });
}

/** Queues the notice of a password change, in the transaction that changes it, so that the owner can react if it was somebody else. Does nothing without a mail server. */
export async function mailPasswordChanged(
  sql: Transaction,
  config: Config,
  { email, language, at }: { email: string; language: LanguageCode; at: Date },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, config, email, { language });
  const word = mailTexts(reader.language);
  const brand = reader.brand.name;
  const mail = accountMail('passwordChanged', reader, {
    title: word('passwordChangedTitle'),
    paragraphs: [
      word('passwordChangedText', { brand, email, time: timeText(at, reader.language) }),
      word('passwordChangedHow'),
    ],
    lines: [],
    link: { label: word('forgotLink'), url: `${reader.brand.publicUrl}${PATHS.ForgetPwd}` },
  });
  await writeMail(sql, mail, at);
}

interface About {
  email: string;
  language: LanguageCode;
  at: Date;
}

/** Queues the notice of a new sign-in, in the transaction that opens the session. If it was not the account's owner, a new password ends all sessions. */
export async function sendNewSignInMail(
  sql: Transaction,
  config: Config,
  { email, language, at, client, address }: About & { client: string; address: string },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, config, email, { language });
  const word = mailTexts(reader.language);
  const brand = reader.brand.name;
  const mail = accountMail('newSignIn', reader, {
    title: word('newSignInTitle'),
    paragraphs: [word('newSignInText', { brand, email }), word('newSignInHow')],
    lines: [
      { label: word('newSignInTime'), text: timeText(at, reader.language) },
      { label: word('newSignInClient'), text: clientName(client) ?? word('newSignInUnknown') },
      { label: word('newSignInAddress'), text: address },
    ],
    link: { label: word('forgotLink'), url: `${reader.brand.publicUrl}${PATHS.ForgetPwd}` },
  });
  await writeMail(sql, mail, at);
}

/** A change of the credentials of an account. */
export type SignInChange = 'codesOn' | 'codesOff' | 'recoveryUsed' | 'passkeyAdded' | 'tokenMade' | 'webhookAdded';

export async function mailSignInChanged(
  sql: Transaction,
  config: Config,
  { email, language, at, what, name = '' }: About & { what: SignInChange; name?: string },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, config, email, { language });
  const word = mailTexts(reader.language);
  const values = { brand: reader.brand.name, email, time: timeText(at, reader.language), name };
  const mail = accountMail('signInChanged', reader, {
    title: word(`${what}Title`),
    paragraphs: [word(`${what}Text`, values), word('signInChangedHow')],
    lines: [],
    link: { label: word('forgotLink'), url: `${reader.brand.publicUrl}${PATHS.ForgetPwd}` },
  });
  await writeMail(sql, mail, at);
}

/** Queues the notice of a requested second-factor reset, in the request's transaction; signing in with a code or a passkey cancels the reset. */
export async function sendFactorResetMail(
  sql: Transaction,
  config: Config,
  { email, language, at, by, dueAt }: About & { by: string; dueAt: Date },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(sql, config, email, { language });
  const word = mailTexts(reader.language);
  const values = { brand: reader.brand.name, email, by, time: timeText(dueAt, reader.language) };
  const mail = accountMail('signInChanged', reader, {
    title: word('factorResetTitle'),
    paragraphs: [word('factorResetText', values), word('factorResetHow')],
    lines: [],
    link: { label: word('signInLink'), url: `${reader.brand.publicUrl}${PATHS.SignIn}` },
  });
  await writeMail(sql, mail, at);
}

const timeText = (at: Date, language: LanguageCode): string => `${clockIn(at, 'UTC', language)} UTC`;

export function accountMail(
  purpose: AccountPurpose,
  { to, language, brand }: Reader,
  content: Pick<EmailContent, 'title' | 'paragraphs' | 'lines' | 'link'> & Partial<Pick<EmailContent, 'end'>>,
): Mail {
  const { text, html } = renderEmail({ language, brand, end: null, ...content });
  const subject = content.title.includes(brand.name) ? content.title : `${brand.name}: ${content.title}`;
  return { purpose, sid: null, brand: brand.id, to, subject, text, html, stopUrl: '', attachment: null };
}
