// Sends the mails of the outbox, each by one server at a time, and retries with growing pauses until the mail server accepts them.
import { createTransport, type Transporter } from 'nodemailer';
import type { Context } from '../context.ts';
import { isJoinMailDue } from '../plants/joining/joinMail.ts';
import { candidateRecipients, recipientsOf } from '../plants/mails/recipients.ts';
import type { Sql } from '../platform/database/connect.ts';
import type { Mail } from '../platform/mail/outbox.ts';
import { isAssignee } from '../problems/assignments.ts';

/** A server that has not reported the outcome of a mail for this long has died. */
const HOLD_S = 120;
/** Seconds until the next attempt, by the number of attempts. */
const PAUSES_S = [60, 300, 900, 3600, 3 * 3600, 6 * 3600];
const GIVE_UP_DAYS = 3;
const BATCH_SIZE = 100;
const TIMEOUT_MS = 20_000;

interface HeldMail {
  id: string;
  purpose: Mail['purpose'];
  sid: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  stopUrl: string;
  attachmentName: string;
  attachment: Buffer | null;
  madeAt: Date;
  tries: number;
  lost: number;
  fence: number;
}

/** Sends due mails; returns the number of sent ones. Does nothing without a mail server. */
export async function sendMails(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, config, clock, log } = context;
  if (!config.mail) return 0;
  const now = clock.now();
  const due = await sql<{ id: string }[]>`
    select id::text as id from mails
    where state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until < now())
    order by next_try_at, id limit ${BATCH_SIZE}`;
  if (due.length === 0) return 0;
  const transport = createTransport({
    url: config.mail.smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  let sent = 0;
  try {
    for (const { id } of due) {
      if (signal?.aborted) break;
      const mail = await hold(sql, id, now);
      if (!mail) continue;
      if (mail.lost > 1) await finish(sql, mail, 'failed', 'unclear', now);
      else if (mail.sid === null && !(await isValidAccountMail(sql, mail, now))) await drop(sql, mail);
      else if (mail.sid !== null && !(await isStillDue(sql, mail.sid, mail, now)))
        await finish(sql, mail, 'dropped', null, now);
      else if (await send(context, transport, mail, now)) sent++;
      // The mail server is unreachable: the remaining mails wait as well.
      else if ((await isWaiting(sql, id)) && !(await isReachable(transport))) break;
    }
  } catch (error) {
    log.error({ err: error }, 'cannot send mails');
    throw error;
  } finally {
    transport.close();
  }
  return sent;
}

/** Claims a mail for one of several servers, unless another has just tried it. An expired hold counts as lost: it is unknown whether that mail was sent. */
async function hold(sql: Sql, id: string, now: Date): Promise<HeldMail | undefined> {
  const [mail] = await sql<HeldMail[]>`
    update mails set tries = tries + 1, fence = fence + 1, lost = lost + (held_until is not null)::int,
      held_until = now() + make_interval(secs => ${HOLD_S})
    where id = ${id} and state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until < now())
    returning id::text as id, purpose, about_sid as sid, to_email as "to", subject, text_part as text, html_part as html, stop_url,
      attachment_name, attachment, made_at, tries, lost, fence`;
  return mail;
}

/** Whether a mail about a plant is still to be sent: not when the plant is deleted, its recipient has unsubscribed or the user has lost access. */
async function isStillDue(sql: Sql, sid: string, { purpose, to }: HeldMail, now: Date): Promise<boolean> {
  // Not needed when the invited owner has an account by now or has been replaced.
  if (purpose === 'invitation')
    return (await sql`select from sites where sid = ${sid} and invited_owner = ${to}`).length > 0;
  if (purpose === 'offer')
    return (await sql`select from site_offers where sid = ${sid} and to_email = ${to}`).length > 0;
  if (purpose === 'offerAnswered' || purpose === 'careEnded')
    return (await sql`select from sites where sid = ${sid}`).length > 0;
  if (purpose === 'updateAsked') {
    const [owner] =
      await sql`select from sites s join users u on u.id = s.owner_id where s.sid = ${sid} and u.email = ${to}`;
    return owner !== undefined;
  }
  if (purpose === 'joinAsked') return await isJoinMailDue(sql, sid, to, now);
  if (purpose === 'assigned') return await isAssignee(sql, sid, to);
  if (purpose === 'confirm')
    return (await sql`select from report_recipients where sid = ${sid} and email = ${to}`).length > 0;
  if (purpose === 'found') return (await candidateRecipients(sql, sid)).some(({ email }) => email === to);
  return (await recipientsOf(sql, sid)).some(({ email }) => email === to);
}

/**
 * Whether an account mail is still valid: its link or code has neither expired nor been used, and an address without an
 * account gets no link. Requesting a link behaves the same with and without an account.
 */
async function isValidAccountMail(sql: Sql, { purpose, to, madeAt }: HeldMail, now: Date): Promise<boolean> {
  if (purpose === 'resetPassword') {
    const open = await sql`
      select from password_resets r join users u on u.email = r.email
      where r.email = ${to} and r.expires_at > ${now} and u.frozen_at is null`;
    return open.length > 0;
  }
  if (purpose === 'emailChange') {
    const open = await sql`
      select from email_changes c join users u on u.id = c.user_id
      where (u.email = ${to} or c.new_email = ${to}) and c.expires_at > ${now}`;
    return open.length > 0;
  }
  if (purpose === 'signUpCode')
    return (await sql`select from sign_up_codes where email = ${to} and expires_at > ${now}`).length > 0;
  if (purpose === 'digest') {
    // After a day without a mail server it is outdated, and may name plants that its reader no longer sees.
    const readers = await sql`
      select from users u where u.email = ${to} and u.digest <> 'off' and u.frozen_at is null
        and exists (select from memberships m where m.user_id = u.id and m.frozen_at is null)`;
    return readers.length > 0 && now.getTime() - madeAt.getTime() < 86_400_000;
  }
  if (purpose === 'joinCompany')
    return (await sql`select from company_invitations where email = ${to} and expires_at > ${now} limit 1`).length > 0;
  return true;
}

/** Deletes the mail without a trace, as the address may belong to someone unrelated to this portal. */
async function drop(sql: Sql, { id, fence }: HeldMail): Promise<void> {
  await sql`delete from mails where id = ${id} and fence = ${fence}`;
}

async function send(
  { sql, config, log }: Context,
  transport: Transporter,
  mail: HeldMail,
  now: Date,
): Promise<boolean> {
  const { from } = config.mail!;
  try {
    await transport.sendMail({
      from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.madeAt,
      messageId: `<${mail.id}@${from.address.split('@')[1]}>`,
      headers: {
        // Prevents automatic replies.
        'Auto-Submitted': 'auto-generated',
        ...(mail.stopUrl === ''
          ? {}
          : { 'List-Unsubscribe': `<${mail.stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      attachments: mail.attachment
        ? [{ filename: mail.attachmentName, content: mail.attachment, contentType: 'application/pdf' }]
        : [],
    });
  } catch (error) {
    // The mail itself or its recipient is rejected: the server will not accept it later either.
    const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
    const isRejected = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    const isTooOld = now.getTime() - mail.madeAt.getTime() > GIVE_UP_DAYS * 86_400_000;
    log.warn({ err: error, id: mail.id, purpose: mail.purpose, sid: mail.sid }, 'mail not accepted');
    if (isRejected) await finish(sql, mail, 'failed', 'refused', now);
    else if (isTooOld) await finish(sql, mail, 'failed', 'givenUp', now);
    else await postpone(sql, mail, now);
    return false;
  }
  await finish(sql, mail, 'sent', null, now);
  return true;
}

/** Mails to addresses that may not belong to an account. */
const UNTRACED: ReadonlySet<Mail['purpose']> = new Set(['signUpCode', 'emailChange', 'accountLeft']);

/** Records the outcome and clears the content; mails to addresses that may have no account are deleted. */
async function finish(
  sql: Sql,
  mail: HeldMail,
  state: 'sent' | 'failed' | 'dropped',
  failure: 'refused' | 'givenUp' | 'unclear' | null,
  now: Date,
): Promise<void> {
  const { id, fence } = mail;
  if (UNTRACED.has(mail.purpose)) return await drop(sql, mail);
  await sql`
    update mails set state = ${state}, failure = ${failure}, held_until = null, done_at = ${now}, text_part = '', html_part = '',
      stop_url = '', attachment = null
    where id = ${id} and fence = ${fence}`;
}

async function postpone(sql: Sql, { id, fence, tries }: HeldMail, now: Date): Promise<void> {
  const pauseS = PAUSES_S[Math.min(tries, PAUSES_S.length) - 1]!;
  await sql`
    update mails set held_until = null, next_try_at = ${new Date(now.getTime() + pauseS * 1000)}
    where id = ${id} and fence = ${fence}`;
}

const isWaiting = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql`select from mails where id = ${id} and state = 'waiting'`).length > 0;

async function isReachable(transport: Transporter): Promise<boolean> {
  return await transport.verify().then(
    () => true,
    () => false,
  );
}
