// Sends the mails of the outbox, each by one server at a time, and retries with growing pauses until the mail server accepts them.
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type Transporter } from 'nodemailer';
import type { Context } from '../context.ts';
import { isJoinMailDue } from '../plants/joining/joinMail.ts';
import { candidateRecipients, recipientsOf } from '../plants/mails/recipients.ts';
import type { Sql } from '../platform/database/connect.ts';
import { folderTransport, mailFolder } from '../platform/mail/mailFolder.ts';
import type { Mail } from '../platform/mail/outbox.ts';
import { mailFailures } from '../platform/metrics.ts';
import { isAssignee } from '../problems/assignments.ts';
import { isQuestionDue } from './contestedMails.ts';

/** A server that has not renewed its hold of a mail for this long has died. */
const HOLD_S = 120;
const RENEW_MS = 30_000;
/** Seconds until the next attempt, by the number of attempts. */
const PAUSES_S = [60, 300, 900, 3600, 3 * 3600, 6 * 3600];
const GIVE_UP_DAYS = 3;
const BATCH_SIZE = 100;
const CONNECT_MS = 20_000;
/** A mail server may take ten minutes to accept a mail (RFC 5321, 4.5.3.2.6); giving up earlier would send the mail twice. */
const ANSWER_MS = 600_000;
/** How long a run waits for a slow mail server. Its remaining mails are then sent in the background, beside those of later runs. */
const RUN_TIMEOUT_MS = 20_000;
/** Mails that a run sends at a time, and all runs of this process. */
const PARALLEL = 5;
const MAX_PARALLEL = 20;
let sending = 0;

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
  /** Name and address of the sending brand. */
  brandName: string;
  mailFrom: string;
}

/**
 * Sends due mails; returns the number of those sent. Does nothing without a mail server; a demonstration stores them. Mails
 * that the mail server has not answered for a while are finished after the return.
 */
export async function sendMails(
  context: Context,
  signal?: AbortSignal,
  runTimeoutMs = RUN_TIMEOUT_MS,
): Promise<number> {
  const { sql, config, clock } = context;
  if (!config.mail || sending >= MAX_PARALLEL) return 0;
  const now = clock.now();
  const due = await sql<{ id: string }[]>`
    select id::text as id from mails
    where state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until < now())
    order by next_try_at, id limit ${BATCH_SIZE}`;
  if (due.length === 0) return 0;
  const run: Run = { context, transport: openTransport(context), now, ids: due.map(({ id }) => id), sent: 0, signal };
  const all = sendAll(run);
  await Promise.race([all, pause(runTimeoutMs, undefined, { ref: false })]);
  return run.sent;
}

function openTransport({ config, clock }: Context): Transporter {
  const { smtpUrl } = config.mail!;
  if (smtpUrl === null) return createTransport(folderTransport(mailFolder(config), () => clock.now()));
  const timeouts = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS };
  return createTransport({ url: smtpUrl, ...timeouts });
}

interface Run {
  context: Context;
  transport: Transporter;
  now: Date;
  /** Mails that nobody has begun to send. */
  ids: string[];
  sent: number;
  signal: AbortSignal | undefined;
}

async function sendAll(run: Run): Promise<void> {
  const { log } = run.context;
  const workers = Array.from({ length: Math.min(PARALLEL, run.ids.length) }, async () => {
    sending++;
    try {
      for (let id = run.ids.shift(); id !== undefined && !run.signal?.aborted; id = run.ids.shift())
        await sendOne(run, id);
    } finally {
      sending--;
    }
  });
  try {
    await Promise.all(workers);
  } catch (error) {
    run.ids.length = 0;
    log.error({ err: error }, 'cannot send mails');
    throw error;
  } finally {
    await Promise.allSettled(workers);
    run.transport.close();
  }
}

async function sendOne(run: Run, id: string): Promise<void> {
  const { context, transport, now } = run;
  const { sql } = context;
  const mail = await hold(sql, id, now);
  if (!mail) return;
  if (mail.lost > 1) await finish(sql, mail, 'failed', 'unclear', now);
  else if (mail.sid === null && !(await isValidAccountMail(sql, mail, now))) await drop(sql, mail);
  else if (mail.sid !== null && !(await isStillDue(sql, mail.sid, mail, now)))
    await finish(sql, mail, 'dropped', null, now);
  else if (await send(context, transport, mail, now)) run.sent++;
  // The mail server is unreachable: the remaining mails wait as well.
  else if ((await isWaiting(sql, id)) && !(await isReachable(transport))) run.ids.length = 0;
}

/** Claims a mail for one of several servers, unless another has just tried it. An expired hold counts as lost: it is unknown whether that mail was sent. */
async function hold(sql: Sql, id: string, now: Date): Promise<HeldMail | undefined> {
  const [mail] = await sql<HeldMail[]>`
    update mails set tries = tries + 1, fence = fence + 1, lost = lost + (held_until is not null)::int,
      held_until = now() + make_interval(secs => ${HOLD_S})
    where id = ${id} and state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until < now())
    returning id::text as id, purpose, about_sid as sid, to_email as "to", subject, text_part as text, html_part as html, stop_url,
      attachment_name, attachment, made_at, tries, lost, fence,
      (select b.name from brands b where b.id = brand_id) as brand_name,
      (select b.mail_from from brands b where b.id = brand_id) as mail_from`;
  return mail;
}

/** Sent as long as the plant exists. */
const UNTIL_DELETED: Mail['purpose'][] = [
  'offerAnswered',
  'joinAccepted',
  'careEnded',
  'ownershipDecided',
  'requestAnswered',
];

/** Whether a mail about a plant is still to be sent: not when the plant is deleted, its recipient has unsubscribed or the user has lost access. */
async function isStillDue(sql: Sql, sid: string, { purpose, to }: HeldMail, now: Date): Promise<boolean> {
  // Not needed when the invited owner has an account by now or has been replaced.
  if (purpose === 'invitation')
    return (await sql`select from sites where sid = ${sid} and invited_owner = ${to}`).length > 0;
  if (purpose === 'offer')
    return (await sql`select from site_offers where sid = ${sid} and to_email = ${to}`).length > 0;
  if (UNTIL_DELETED.includes(purpose)) return (await sql`select from sites where sid = ${sid}`).length > 0;
  if (purpose === 'updateAsked') {
    const [owner] =
      await sql`select from sites s join users u on u.id = s.owner_id where s.sid = ${sid} and u.email = ${to}`;
    return owner !== undefined;
  }
  if (purpose === 'ownershipContested') return await isQuestionDue(sql, sid);
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
  const address = mail.mailFrom || config.mail!.from;
  const renewal = setInterval(() => void renew(sql, mail).catch(() => {}), RENEW_MS).unref();
  try {
    await transport.sendMail({
      from: { name: mail.brandName, address },
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.madeAt,
      messageId: `<${mail.id}@${address.split('@')[1]}>`,
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
    const isTooOld = now.getTime() - mail.madeAt.getTime() > GIVE_UP_DAYS * 86_400_000;
    const details = { err: error, id: mail.id, purpose: mail.purpose, sid: mail.sid };
    if (isRecipientRefused(error)) {
      log.warn(details, 'the address of a mail was refused');
      await finish(sql, mail, 'failed', 'refused', now);
    } else {
      // For the operator to fix: the sender, the relay or the network.
      log.error(details, isTooOld ? 'a mail was given up' : 'a mail was not accepted; it is sent again later');
      mailFailures.inc();
      if (isTooOld) await finish(sql, mail, 'failed', 'givenUp', now);
      else await postpone(sql, mail, now);
    }
    return false;
  } finally {
    clearInterval(renewal);
  }
  await finish(sql, mail, 'sent', null, now);
  return true;
}

/**
 * Whether a mail server refused a mail for good because of its recipient's address. Refusals of the sender, of the relaying
 * or of the content, which servers also give at RCPT TO (RFC 3463: 5.7 is policy), are for the operator to fix.
 */
function isRecipientRefused(error: unknown): boolean {
  const { command, response = '' } = error as { command?: string; response?: string };
  if (command !== 'RCPT TO') return false;
  const [, code = '', subject] = /^(5\d\d)(?:[ -]5\.(\d+)\.\d+)?/.exec(response) ?? [];
  return subject === undefined ? ['550', '551', '553'].includes(code) : subject === '1' || subject === '2';
}

async function renew(sql: Sql, { id, fence }: HeldMail): Promise<void> {
  await sql`
    update mails set held_until = now() + make_interval(secs => ${HOLD_S}) where id = ${id} and fence = ${fence}`;
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
