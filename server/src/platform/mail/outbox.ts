// The outbox: mails are written in the transaction that decides on them; notifications/sendMails.ts sends them.
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/connect.ts';

/** E-mails about a plant. */
export type PlantPurpose =
  | 'daily'
  | 'weekly'
  | 'monthly'
  | 'alerts'
  | 'found'
  | 'confirm'
  | 'invitation'
  | 'offer'
  | 'offerAnswered'
  | 'careEnded'
  | 'updateAsked';
/** E-mails about an account, to its address. */
export type AccountPurpose =
  | 'resetPassword'
  | 'passwordChanged'
  | 'signUpCode'
  | 'hasAccount'
  | 'newSignIn'
  | 'signInChanged'
  | 'joinCompany'
  | 'emailChange'
  | 'emailChanged'
  | 'accountLeft'
  | 'webhookOff';

export interface Mail {
  purpose: PlantPurpose | AccountPurpose;
  /** The plant it is about; null: an account. */
  sid: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program ends them with one press (RFC 8058); '' for none. */
  stopUrl: string;
  attachment: { name: string; bytes: Buffer } | null;
}

/** Leaves soon after the transaction's end, and not at all without one. */
export async function writeMail(sql: Transaction, mail: Mail, at: Date): Promise<void> {
  await writeMails(sql, [mail], at);
}

/** In one statement: a protocol names no more than 65,535 values. */
const MAILS_AT_ONCE = 1000;

export async function writeMails(sql: Transaction, mails: readonly Mail[], at: Date): Promise<void> {
  for (let from = 0; from < mails.length; from += MAILS_AT_ONCE)
    await sql`insert into mails ${sql(mails.slice(from, from + MAILS_AT_ONCE).map((mail) => rowOf(mail, at)))}`;
}

function rowOf(mail: Mail, at: Date) {
  const { purpose, sid, to, subject, text, html, stopUrl, attachment } = mail;
  return {
    id: randomUUID(),
    purpose,
    aboutSid: sid,
    toEmail: to,
    subject,
    textPart: text,
    htmlPart: html,
    stopUrl,
    attachmentName: attachment?.name ?? '',
    attachment: attachment?.bytes ?? null,
    madeAt: at,
    nextTryAt: at,
  };
}
