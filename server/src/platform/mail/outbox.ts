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
  | 'updateAsked'
  | 'assigned'
  | 'joinAsked'
  | 'joinAccepted'
  | 'ownershipDecided'
  | 'ownershipContested'
  | 'requestAnswered';
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
  | 'webhookOff'
  | 'claimsWaiting'
  | 'requestsWaiting'
  | 'digest';

export interface Mail {
  purpose: PlantPurpose | AccountPurpose;
  /** Plant that the mail is about; null: it is about an account. */
  sid: string | null;
  /** Id of the brand that sends it. */
  brand: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL for one-click unsubscription by mail programs (RFC 8058); '': none. */
  stopUrl: string;
  attachment: { name: string; bytes: Buffer } | null;
}

/** Queues a mail, which is sent soon after the commit of the transaction, and not at all without it. */
export async function writeMail(sql: Transaction, mail: Mail, at: Date): Promise<void> {
  await writeMails(sql, [mail], at);
}

/** Mails per statement: the protocol allows at most 65,535 parameters. */
const BATCH_MAILS = 1000;

export async function writeMails(sql: Transaction, mails: readonly Mail[], at: Date): Promise<void> {
  for (let from = 0; from < mails.length; from += BATCH_MAILS)
    await sql`insert into mails ${sql(mails.slice(from, from + BATCH_MAILS).map((mail) => rowOf(mail, at)))}`;
}

function rowOf(mail: Mail, at: Date) {
  const { purpose, sid, brand, to, subject, text, html, stopUrl, attachment } = mail;
  return {
    id: randomUUID(),
    purpose,
    aboutSid: sid,
    brandId: brand,
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
