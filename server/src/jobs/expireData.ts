// Removes what has expired: ended sessions, answered keys, counted tries, networks nobody signs in from, old frames of strangers, files of samples; a little at a time.
import { DELIVERY_LOG_DAYS, DOCUMENT_UPLOAD_DAYS } from '@heliograph/contract/limits.ts';
import { networksKnownSince } from '../accounts/sessions/signInLimits.ts';
import type { Context } from '../context.ts';
import { pruneUnknown } from '../ingest/unclaimed/unclaimedLimits.ts';
import { KEPT_DAYS } from '../readings/moveHistory.ts';
import { dropRemoved } from '../samples/removed.ts';

const HOUR_MS = 3_600_000;
const KEYS_HOURS = 24;
const RAW_REPORTS_HOURS = 30 * 24;
const MAILS_HOURS = 90 * 24;
/** Rows a statement: short locks, and reports are not kept waiting. */
const BATCH = 5_000;

export interface Swept {
  /** Of channels, that left, failed or were dropped long ago. */
  deliveries: number;
  sessions: number;
  idempotencyKeys: number;
  tries: number;
  networks: number;
  rawReports: number;
  /** Of no plant, and not heard for 30 days. */
  serialNumbers: number;
  /** What such numbers said of themselves over MQTT. */
  gateways: number;
  /** Of devices' histories, taken out too long ago to come back. */
  removals: number;
  /** Of samples, ready or failed a day ago. */
  files: number;
  /** That left, or failed, long ago. */
  mails: number;
  /** Of plants, that nobody answered. */
  offers: number;
  /** Links to new passwords, and codes of registrations, that are over. */
  resets: number;
  archives: number;
  emailChanges: number;
  signUpCodes: number;
  companyInvitations: number;
  /** What passkeys had to sign. */
  challenges: number;
  /** To companies' providers, that did not come back. */
  visits: number;
  /** To public pages of plants, that are over. */
  publicLinks: number;
  /** Whose files stopped coming in. */
  documents: number;
}

/** Returns how many rows went. */
export async function sweep({ sql, clock }: Pick<Context, 'sql' | 'clock'>, batch: number = BATCH): Promise<Swept> {
  const now = clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await pruneUnknown(sql);
  // A browser goes on showing notices after its session has run out; it ends with one that somebody ended.
  await sql`
    update channels set session_id = null where session_id in (select id from sessions where expires_at <= ${now})`;
  return {
    deliveries: await inBatches(
      () => sql`
        delete from deliveries where id in (
          select id from deliveries where done_at < ${before(DELIVERY_LOG_DAYS * 24)} limit ${batch})`,
    ),
    sessions: await inBatches(
      () => sql`delete from sessions where id in (select id from sessions where expires_at <= ${now} limit ${batch})`,
    ),
    idempotencyKeys: await inBatches(
      () => sql`
        delete from idempotency_keys where (user_id, key) in (
          select user_id, key from idempotency_keys where created_at < ${before(KEYS_HOURS)} limit ${batch})`,
    ),
    tries: await inBatches(
      () => sql`
        delete from tries where (name, key) in (select name, key from tries where ends_at <= ${now} limit ${batch})`,
    ),
    networks: await inBatches(
      () => sql`
        delete from sign_in_networks where (user_id, network) in (
          select user_id, network from sign_in_networks where used_at <= ${networksKnownSince(now)} limit ${batch})`,
    ),
    rawReports: await inBatches(
      () => sql`
        delete from raw_reports where id in (
          select id from raw_reports where received_at < ${before(RAW_REPORTS_HOURS)} order by received_at limit ${batch})`,
    ),
    serialNumbers: await inBatches(
      () => sql`
        delete from serial_numbers where sid is null and sn in (
          select sn from serial_numbers
          where sid is null and product_id is null and restricted_at is null
            and first_seen_at is not null and last_seen_at < ${before(RAW_REPORTS_HOURS)}
          order by sn limit ${batch} for update skip locked)`,
    ),
    gateways: await inBatches(
      () => sql`
        delete from gateways where sid is null and not online and sn in (
          select g.sn from gateways g left join serial_numbers n on n.sn = g.sn where g.sid is null and not g.online and n.sn is null
          order by g.sn limit ${batch})`,
    ),
    challenges: await inBatches(
      () => sql`
        delete from passkey_challenges where challenge_hash in (
          select challenge_hash from passkey_challenges where expires_at <= ${now} limit ${batch})`,
    ),
    visits: await inBatches(
      () => sql`
        delete from company_visits where state_hash in (
          select state_hash from company_visits where expires_at <= ${now} limit ${batch})`,
    ),
    removals: await inBatches(async () => ({ count: await dropRemoved(sql, before(KEPT_DAYS * 24), batch) })),
    mails: await inBatches(
      () =>
        sql`delete from mails where id in (select id from mails where done_at < ${before(MAILS_HOURS)} limit ${batch})`,
    ),
    offers: await inBatches(
      () => sql`
        delete from site_offers where (sid, kind) in (select sid, kind from site_offers where expires_at <= ${now} limit ${batch})`,
    ),
    resets: await inBatches(
      () => sql`
        delete from password_resets where email in (
          select email from password_resets where expires_at <= ${now} limit ${batch})`,
    ),
    archives: await inBatches(
      () => sql`
        delete from account_archives where user_id in (
          select user_id from account_archives where ends_at <= ${now} limit ${batch})`,
    ),
    emailChanges: await inBatches(
      () => sql`
        delete from email_changes where user_id in (
          select user_id from email_changes where expires_at <= ${now} limit ${batch})`,
    ),
    signUpCodes: await inBatches(
      () => sql`
        delete from sign_up_codes where email in (select email from sign_up_codes where expires_at <= ${now} limit ${batch})`,
    ),
    companyInvitations: await inBatches(
      () => sql`
        delete from company_invitations where id in (select id from company_invitations where expires_at <= ${now} limit ${batch})`,
    ),
    publicLinks: await inBatches(
      () => sql`
        delete from public_links where (sid, id) in (select sid, id from public_links where expires_at <= ${now} limit ${batch})`,
    ),
    documents: await inBatches(
      () => sql`
        delete from documents where id in (
          select id from documents where sha256 is null and created_at < ${before(DOCUMENT_UPLOAD_DAYS * 24)} limit ${batch})`,
    ),
    files: await inBatches(
      () => sql`
        delete from user_files where (user_id, id) in (select user_id, id from user_files where ends_at <= ${now} limit ${batch})`,
    ),
  };

  async function inBatches(removeSome: () => PromiseLike<{ count: number }>): Promise<number> {
    for (let removed = 0; ; ) {
      const { count } = await removeSome();
      removed += count;
      if (count < batch) return removed;
    }
  }
}
