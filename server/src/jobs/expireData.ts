// Deletes expired rows of every kind in small batches: sessions, idempotency keys, rate limit counters, raw reports, mails, exports and others.
import { DELIVERY_LOG_DAYS, DOCUMENT_UPLOAD_DAYS } from '@heliograph/contract/limits.ts';
import { networksKnownSince } from '../accounts/sessions/signInLimits.ts';
import type { Context } from '../context.ts';
import { pruneUnknown } from '../ingest/unclaimed/unclaimedLimits.ts';
import type { Sql } from '../platform/database/connect.ts';
import { RESTORE_DAYS } from '../readings/moveHistory.ts';
import { deleteExpiredRemovals } from '../samples/removed.ts';

const HOUR_MS = 3_600_000;
const KEYS_HOURS = 24;
const RAW_REPORTS_HOURS = 30 * 24;
const MAILS_HOURS = 90 * 24;
/** Decided ownership claims, with their proof. */
const OWNERSHIP_HOURS = 90 * 24;
/** Ended problems of which people were notified. */
const INCIDENTS_HOURS = 90 * 24;
/** Rows of one statement: short locks, so that reports need not wait. */
const BATCH_SIZE = 5_000;

interface Deletion {
  sql: Sql;
  now: Date;
  /** The instant so many hours before `now`. */
  before(hours: number): Date;
  /** Rows at most. */
  batch: number;
}

/** Each deletes some expired rows of its kind, and is repeated until it finds fewer than a batch. */
const DELETIONS = {
  /** Deliveries of channels that succeeded, failed or were dropped. */
  deliveries: ({ sql, before, batch }) => sql`
    delete from deliveries where id in (
      select id from deliveries where done_at < ${before(DELIVERY_LOG_DAYS * 24)} limit ${batch})`,
  sessions: ({ sql, now, batch }) =>
    sql`delete from sessions where id in (select id from sessions where expires_at <= ${now} limit ${batch})`,
  idempotencyKeys: ({ sql, before, batch }) => sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where created_at < ${before(KEYS_HOURS)} limit ${batch})`,
  tries: ({ sql, now, batch }) => sql`
    delete from tries where (name, key) in (select name, key from tries where ends_at <= ${now} limit ${batch})`,
  networks: ({ sql, now, batch }) => sql`
    delete from sign_in_networks where (user_id, network) in (
      select user_id, network from sign_in_networks where used_at <= ${networksKnownSince(now)} limit ${batch})`,
  rawReports: ({ sql, before, batch }) => sql`
    delete from raw_reports where id in (
      select id from raw_reports where received_at < ${before(RAW_REPORTS_HOURS)} order by received_at limit ${batch})`,
  /** Serial numbers of no plant that have not reported for 30 days. */
  serialNumbers: ({ sql, before, batch }) => sql`
    delete from serial_numbers where sid is null and sn in (
      select sn from serial_numbers
      where sid is null and product_id is null and restricted_at is null
        and first_seen_at is not null and last_seen_at < ${before(RAW_REPORTS_HOURS)}
      order by sn limit ${batch} for update skip locked)`,
  /** MQTT announcements of such serial numbers. */
  gateways: ({ sql, batch }) => sql`
    delete from gateways where sid is null and not online and sn in (
      select g.sn from gateways g left join serial_numbers n on n.sn = g.sn where g.sid is null and not g.online and n.sn is null
      order by g.sn limit ${batch})`,
  /** Challenges that passkeys sign. */
  challenges: ({ sql, now, batch }) => sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at <= ${now} limit ${batch})`,
  /** Sign-ins at a company's provider that were not completed. */
  visits: ({ sql, now, batch }) => sql`
    delete from company_visits where state_hash in (
      select state_hash from company_visits where expires_at <= ${now} limit ${batch})`,
  /** Removed histories of devices that can no longer be restored. */
  removals: async ({ sql, before, batch }) => ({
    count: await deleteExpiredRemovals(sql, before(RESTORE_DAYS * 24), batch),
  }),
  /** Mails that were sent or failed. */
  mails: ({ sql, before, batch }) =>
    sql`delete from mails where id in (select id from mails where done_at < ${before(MAILS_HOURS)} limit ${batch})`,
  incidentEvents: ({ sql, before, batch }) => sql`
    delete from incident_events where (sid, sn, code, opened_at) in (
      select m.sid, m.sn, m.code, m.opened_at from incident_events m join incidents i on i.sid = m.sid and i.id = m.incident_id
      where i.ended_at < ${before(INCIDENTS_HOURS)} limit ${batch})`,
  incidentNotices: ({ sql, before, batch }) => sql`
    delete from incident_notices where (sid, incident_id, medium, reader) in (
      select n.sid, n.incident_id, n.medium, n.reader from incident_notices n join incidents i on i.sid = n.sid and i.id = n.incident_id
      where i.ended_at < ${before(INCIDENTS_HOURS)} limit ${batch})`,
  incidents: ({ sql, before, batch }) => sql`
    delete from incidents where (sid, id) in (
      select sid, id from incidents where ended_at < ${before(INCIDENTS_HOURS)} limit ${batch})`,
  /** Unanswered offers of plants. */
  offers: ({ sql, now, batch }) => sql`
    delete from site_offers where (sid, kind) in (select sid, kind from site_offers where expires_at <= ${now} limit ${batch})`,
  joinRequests: ({ sql, now, batch }) => sql`
    delete from join_requests where (user_id, sn) in (
      select user_id, sn from join_requests where expires_at <= ${now} limit ${batch})`,
  /** Questions of unanswered requests, and refusals after which the person may ask again. */
  joinQuestions: ({ sql, now, batch }) => sql`
    delete from join_questions where (sid, user_id) in (
      select sid, user_id from join_questions where ends_at <= ${now} limit ${batch})`,
  /** Announced numbers that did not join their plant; announced again, they are examined again. */
  claimRequests: ({ sql, before, batch }) => sql`
    delete from claim_requests where (sid, sn) in (
      select sid, sn from claim_requests where ended_at < ${before(RAW_REPORTS_HOURS)} limit ${batch})`,
  ownershipClaims: ({ sql, before, batch }) => sql`
    delete from ownership_claims where (sid, id) in (
      select sid, id from ownership_claims where decided_at < ${before(OWNERSHIP_HOURS)} limit ${batch})`,
  /** Answers and files of both sides of claims that were deleted or withdrawn. */
  ownershipAnswers: ({ sql, batch }) => sql`
    delete from ownership_answers where (sid, claim) in (
      select sid, claim from ownership_answers where claim not in (select id from ownership_claims) limit ${batch})`,
  ownershipProofs: ({ sql, batch }) => sql`
    delete from ownership_proofs where (sid, claim, position) in (
      select sid, claim, position from ownership_proofs where claim not in (select id from ownership_claims) limit ${batch})`,
  /** Links that set a new password. */
  resets: ({ sql, now, batch }) => sql`
    delete from password_resets where email in (
      select email from password_resets where expires_at <= ${now} limit ${batch})`,
  archives: ({ sql, now, batch }) => sql`
    delete from account_archives where user_id in (
      select user_id from account_archives where ends_at <= ${now} limit ${batch})`,
  emailChanges: ({ sql, now, batch }) => sql`
    delete from email_changes where user_id in (
      select user_id from email_changes where expires_at <= ${now} limit ${batch})`,
  signUpCodes: ({ sql, now, batch }) => sql`
    delete from sign_up_codes where email in (select email from sign_up_codes where expires_at <= ${now} limit ${batch})`,
  companyInvitations: ({ sql, now, batch }) => sql`
    delete from company_invitations where id in (select id from company_invitations where expires_at <= ${now} limit ${batch})`,
  /** Links to public pages of plants. */
  publicLinks: ({ sql, now, batch }) => sql`
    delete from public_links where (sid, id) in (select sid, id from public_links where expires_at <= ${now} limit ${batch})`,
  /** Documents whose upload was never completed. */
  documents: ({ sql, before, batch }) => sql`
    delete from documents where id in (
      select id from documents where sha256 is null and created_at < ${before(DOCUMENT_UPLOAD_DAYS * 24)} limit ${batch})`,
  /** Exports of samples, a day after they were ready or failed. */
  files: ({ sql, now, batch }) => sql`
    delete from user_files where (user_id, id) in (select user_id, id from user_files where ends_at <= ${now} limit ${batch})`,
} satisfies Record<string, (deletion: Deletion) => PromiseLike<{ count: number }>>;

/** Deleted rows by kind. */
export type Deleted = Record<keyof typeof DELETIONS, number>;

export async function expireData(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  batch: number = BATCH_SIZE,
): Promise<Deleted> {
  const now = clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await pruneUnknown(sql);
  // A browser goes on showing push messages after its session has expired; signing out ends them. A webhook ends with its token.
  await sql`
    update channels set session_id = null
    where kind = 'push' and session_id in (select id from sessions where expires_at <= ${now})`;
  const deleted: Record<string, number> = {};
  for (const [kind, deleteSome] of Object.entries(DELETIONS)) {
    deleted[kind] = await repeat(batch, () => deleteSome({ sql, now, before, batch }));
  }
  return deleted as Deleted;
}

async function repeat(batch: number, deleteSome: () => PromiseLike<{ count: number }>): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count } = await deleteSome();
    deleted += count;
    if (count < batch) return deleted;
  }
}
