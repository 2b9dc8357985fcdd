// Inserts a row in every table: of a plant and its device, of a user, and of neither. For tests of access and of leftover rows.
import type { Sql } from '../src/platform/database/connect.ts';
import { makeEmailChange, makeFile } from './factories.ts';
import { makeDay, makeSample } from './readings.ts';

const NAME = 'x'.repeat(22);

/** Inserts a row of this plant in every table with a site; the device belongs to the plant. */
export async function fillSiteTables(sql: Sql, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:00:00Z', powerW: 100 });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1000 });
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0001', now())`;
  await sql`
    insert into problems (sid, seen_by, sn, code, opened_at, cause, is_lead, level)
    select sid, seen_by, ${sn}, '0001', now(), '0001', true, 3 from sites where sid = ${sid}`;
  await sql`insert into sample_blocks (sid, sn, day, power) values (${sid}, ${sn}, '2026-06-01', '\\x00')`;
  await sql`insert into damaged_blocks (sid, sn, day, found_at, reason) values (${sid}, ${sn}, '2026-06-01', now(), 'test')`;
  await sql`insert into modules (sid, sn, input, page) values (${sid}, ${sn}, 1, 1)`;
  await sql`insert into module_months (sid, sn, month, device_wh, energy_wh) values (${sid}, ${sn}, '2026-06-01', 1000, '{600,400}')`;
  await sql`insert into voltage_losses (sid, sn, day, lost_wh, basis) values (${sid}, ${sn}, '2026-06-14', 1000, 'ownCurve')`;
  await sql`insert into judged_days (sid, day, is_cold, modules) values (${sid}, '2026-06-14', false, '[]')`;
  await sql`
    insert into module_findings (sid, sn, input, kind, since, opened_at, cause, share, lost)
    values (${sid}, ${sn}, 1, 'dead', '2026-06-14', now(), 'dead', 0, '[]')`;
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'Roof', 1)`;
  await sql`insert into layouts (sid, version, changed_at, changed_by) values (${sid}, 1, now(), 1)`;
  await sql`
    insert into zones (sid, zone, name, x_m, y_m, rotation_deg, orientation, row_count, column_count)
    values (${sid}, 1, 'Roof', 0, 0, 0, 'portrait', 1, 1)`;
  for (const table of ['layout_photos', 'site_pictures'])
    await sql`
      insert into ${sql(table)} (sid, name, width, height, bytes, created_at)
      values (${sid}, ${NAME}, 1, 1, '\\x00', now())`;
  await sql`
    insert into public_links (sid, id, token_hash, title, made_by, made_at, expires_at)
    values (${sid}, gen_random_uuid(), '\\x00', '', 1, now(), '2099-01-01')`;
  await sql`
    insert into site_offers (sid, kind, to_email, offered_by, offered_at, expires_at)
    values (${sid}, 'owner', 'next@example.com', 1, now(), '2099-01-01')`;
  await sql`
    insert into claim_requests (sid, sn, gateway_sn, asked_at, due_at) values (${sid}, '7FFFFFF8', ${sn}, now(), '2099-01-01')`;
  await sql`
    with c as (
      insert into ownership_claims (sid, id, sn, account, user_id, reason, claimed_at)
      values (${sid}, gen_random_uuid(), ${sn}, 1, 1, 'mine', now()) returning sid, id
    )
    insert into ownership_proofs (sid, claim, position, type, bytes) select sid, id, 0, 'image/webp', '\\x00' from c`;
  await sql`insert into ownership_answers (sid, claim, asked_at) values (${sid}, gen_random_uuid(), now())`;
  await sql`insert into join_questions (sid, user_id, sn, ends_at) values (${sid}, 1, ${sn}, '2099-01-01')`;
  await sql`insert into report_settings (sid) values (${sid})`;
  await sql`
    insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'aunt@example.com', 'secret', now())`;
  await sql`
    with i as (
      insert into incidents (sid, id, sn, code, opened_at, detected_at, cause, devices, level)
      values (${sid}, gen_random_uuid(), ${sn}, '0001', now(), now(), '0001', 1, 3) returning sid, id
    ), e as (
      insert into incident_events (sid, sn, code, opened_at, incident_id, joined_at) select sid, ${sn}, '0001', now(), id, now() from i
    )
    insert into incident_notices (sid, incident_id, medium, reader, notified_at, level, devices)
    select sid, id, 'mail', '', now(), 3, 1 from i`;
  await sql`insert into found_recipients (sid, user_id, secret) values (${sid}, 1, 'secret')`;
  await sql`
    insert into mails (id, purpose, about_sid, to_email, subject, text_part, html_part, attachment_name, made_at, next_try_at)
    values (gen_random_uuid(), 'daily', ${sid}, 'aunt@example.com', 'Yesterday', 'text', '<p>text</p>', '', now(), now())`;
  await sql`insert into meter_settings (sid, sn, valid_from) values (${sid}, ${sn}, '2026-06-01')`;
  await sql`
    insert into site_day_prices (sid, day, bought, own, sold, worth, energy_wh, hours_wh)
    values (${sid}, '2026-06-14', 0.3, 0.3, 0.1, 0.2, 1000, 0)`;
  await fillFlows(sql, { sid, sn });
  await sql`
    insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by)
    values (${sid}, ${sn}, gen_random_uuid(), '2026-06-01', '2026-06-02', '2026-06-01', '2026-06-02', 'test', now(), 1)`;
  await sql`
    insert into removed_samples (sid, sn, removal, piece, power) select sid, sn, id, 0, '\\x00' from history_removals where sid = ${sid}`;
  await sql`
    insert into removed_days (sid, sn, removal, flow, day, energy_wh, integrated_wh, spread_wh, source, covered_s)
    select sid, sn, id, 'production', '2026-06-01', 1000, 0, 0, 'counted', 40000 from history_removals where sid = ${sid}`;
  await sql`insert into device_sources (sid, sn, usual) values (${sid}, ${sn}, '192.0.2.1')`;
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, asked_at, valid_s, expires_at)
    values (${sid}, gen_random_uuid(), ${sn}, ${sn}, 'read', '{}', 'approved', 'read', now(), 600, '2099-01-01')`;
  await sql`
    insert into rollout_devices (sid, rollout_id, sn, asked_by, company_id, wave, place, firmware_id, version_name, before)
    values (${sid}, gen_random_uuid(), ${sn}, 2000000000, 2000000000, 0, 0, 1, '2', '1')`;
  await sql`
    insert into update_questions (sid, id, is_rollout, firmware_id, version_name, company_id, asked_at, ends_at)
    values (${sid}, gen_random_uuid(), true, 1, '2', 2000000000, now(), '2099-01-01')`;
  await sql`insert into device_parameters (sid, sn) values (${sid}, ${sn})`;
  await sql`insert into limit_rules (sid, kind, safe_percent, set_at) values (${sid}, 'none', 100, now())`;
  await sql`insert into site_jobs (sid, kind, started_at) values (${sid}, 'takeKept', now())`;
  await sql`insert into gateways (sn, sid) values (${sn}, ${sid})`;
  await sql`insert into counted_sites (about_sid, viewers, counts) values (${sid}, '{0}', '{}')`;
  await sql`insert into count_marks (about_sid) values (${sid})`;
}

async function fillFlows(sql: Sql, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  await sql`
    insert into device_flows (sid, sn, flow, day, counts_as, by_meter, energy_wh, integrated_wh, spread_wh, source, covered_s)
    values (${sid}, ${sn}, 'toGrid', '2026-06-14', 'toGrid', true, 500, 0, 0, 'counted', 80000)`;
  await sql`
    insert into device_flow_spans (sid, sn, flow, first_day, last_day)
    values (${sid}, ${sn}, 'toGrid', '2026-06-14', '2026-06-14')`;
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    values (${sid}, '2026-06-14', 'toGrid', true, 500, 0, 0, 80000, 1, 0, 0, 0)`;
}

/** Inserts a row of this user in every table of users. */
export async function fillUserTables(
  sql: Sql,
  { userId, sid, sn }: { userId: number; sid: string; sn: string },
): Promise<void> {
  const id = crypto.randomUUID();
  await makeFile(sql, { userId, id, sid, sn });
  await sql`insert into user_file_pieces (user_id, id, piece, bytes) values (${userId}, ${id}, 0, '\\x00')`;
  await sql`
    insert into user_pictures (user_id, name, type, bytes, created_at)
    values (${userId}, ${String(userId).padStart(22, 'x')}, 'image/png', '\\x00', now())`;
  await sql`insert into list_views (user_id, list) values (${userId}, 'site/listWithSN')`;
  await sql`insert into change_places (user_id, place, holder, held_until) values (${userId}, 0, gen_random_uuid(), now())`;
  await sql`
    insert into idempotency_keys (user_id, key, path, body_hash, created_at) values (${userId}, 'k', 'p', '\\x00', now())`;
  await sql`insert into sign_in_networks (user_id, network, used_at) values (${userId}, '192.0.2.1', now())`;
  await sql`
    insert into bdm_passwords (user_id, id, user_email, about_sn, about_sid, purpose, made_at, valid_until)
    values (${userId}, gen_random_uuid(), 'x@example.com', ${sn}, ${sid}, 'test', now(), '2099-01-01')`;
  await sql`insert into sign_in_devices (user_id, device, used_at) values (${userId}, 'Firefox, Windows', now())`;
  await sql`insert into second_factor_resets (user_id, asked_by, asked_at, due_at) values (${userId}, 1, now(), now())`;
  await sql`insert into second_factors (user_id, secret, made_at) values (${userId}, '\\x00', now())`;
  await sql`insert into recovery_codes (user_id, code_hash) values (${userId}, '\\x00')`;
  await sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at)
    values (${`passkey of ${userId}`}, ${userId}, '\\x00', 0, 'test', now())`;
  const [place] = await sql<
    { companyId: number }[]
  >`select company_id from memberships where user_id = ${userId} limit 1`;
  const { companyId } = place!;
  await sql`
    insert into company_sign_ins (company_id, issuer, client_id, client_secret, allows_other_ways, has_second_step, changed_at)
    values (${companyId}, 'https://login.example', 'portal', '\\x00', true, false, now()) on conflict do nothing`;
  await sql`
    insert into company_domains (company_id, domain, proof) values (${companyId}, 'firm.example', 'proof') on conflict do nothing`;
  await sql`
    insert into company_identities (company_id, issuer, subject, user_id, linked_at, last_used_at)
    values (${companyId}, 'https://login.example', ${`subject of ${userId}`}, ${userId}, now(), now())`;
  await sql`
    insert into company_visits (state_hash, browser_hash, company_id, issuer, client_id, nonce, verifier, redirect, expires_at, user_id)
    values (${Buffer.from(`state ${userId}`)}, '\\x00', ${companyId}, 'https://login.example', 'portal', 'n', 'v', '', '2099-01-01', ${userId})`;
  const channel = crypto.randomUUID();
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, events, made_at, summed_until)
    values (${channel}, ${userId}, 'webhook', 'test', 'https://example.com/', '\\x00', '{test}', now(), now())`;
  await sql`
    insert into deliveries (id, channel_id, user_id, event, about_sid, fact, at, made_at, next_try_at)
    values (gen_random_uuid(), ${channel}, ${userId}, 'alert.began', ${sid}, '{}', now(), now(), '2099-01-01')`;
  await sql`insert into audit_log (at, user_id, action, object) values (now(), ${userId}, 'test', 'test')`;
  await sql`insert into counted_users (about_user, counts) values (${userId}, '{}')`;
  await makeEmailChange(sql, { userId });
  await sql`insert into account_archives (user_id, asked_at) values (${userId}, now())`;
  await sql`insert into account_archive_pieces (user_id, piece, bytes) values (${userId}, 0, '\\x00')`;
  await sql`
    insert into join_requests (user_id, sn, message, asked_at, expires_at) values (${userId}, ${sn}, 'Please', now(), '2099-01-01')`;
  await sql`insert into consents (user_id, version, agreed_at) values (${userId}, '2026-01-01', now())`;
}

/** Inserts a row in every other table. */
export async function fillOtherTables(sql: Sql): Promise<void> {
  await sql`insert into raw_reports (sn, received_at, path, body) values ('7FFFFFF0', now(), '/i.php', '\\x00')`;
  await sql`insert into serial_numbers (sn, first_seen_at) values ('7FFFFFF0', now())`;
  await sql`insert into password_resets (email, token_hash, expires_at) values ('a@example.com', '\\x00', '2099-01-01')`;
  await sql`insert into sign_up_codes (email, code_hash, expires_at) values ('a@example.com', 'hash', '2099-01-01')`;
  await sql`
    insert into company_invitations (email, company_id, role_id, seen_by, invited_by, token_hash, made_at, expires_at)
    select 'a@example.com', c.id, r.id, '{}', 1, '\\x00', now(), '2099-01-01' from (select min(id) as id from companies) c, (select min(id) as id from roles) r`;
  await sql`insert into passkey_challenges (challenge_hash, expires_at) values ('\\x00', '2099-01-01')`;
  await sql`insert into left_accounts (user_id, email, left_at, last_id) values (2000000000, 'gone@example.com', now(), 0)`;
  await sql`insert into tries (name, key, points, ends_at) values ('test', 'test', 1, now())`;
  await sql`insert into settings (name, value) values ('test', '1')`;
  await sql`insert into brand_hosts (host, brand_id, sort) values ('test.example', 1, 0)`;
  await sql`insert into brand_marks (brand_id, scheme, content_id, png) values (1, 'light', 'test', '\\x00')`;
  await sql`
    insert into product_pictures (product_id, name, width, height, bytes, created_at)
    select id, ${NAME}, 1, 1, '\\x00', now() from products order by id limit 1`;
  const [document] = await sql<{ id: number }[]>`
    insert into documents (series, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    values (gen_random_uuid(), 'Manual', '1', '{en}', '{}', 'manual.txt', 'txt', 1, '\\x00', true, true, now()) returning id`;
  await sql`insert into document_pieces (document_id, piece, bytes) values (${document!.id}, 0, '\\x00')`;
  await sql`insert into document_texts (document_id, part, text, words) values (${document!.id}, 1, 'test', '''test'':1')`;
  await sql`
    insert into inverter_setups (id, asked_by, company_id, model, parameters, asked_at, devices)
    values (gen_random_uuid(), 2000000000, 2000000000, 10000, '{}', now(), 1)`;
  await sql`
    insert into rollouts (id, firmware_id, version_name, model, asked_by, company_id, acts_by, acts_for, asked_at, plan, state, waves, devices)
    values (gen_random_uuid(), 1, '2', 10000, 2000000000, 2000000000, 2000000000, 2000000000, now(), '{}', 'running', 1, 1)`;
  const [firmware] = await sql<{ id: number }[]>`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, signature, is_forced, created_at)
    values ('1', 1, '', '', 'test.bin', 1, '\\x00', false, now()) returning id`;
  await sql`insert into firmware_pieces (firmware_id, piece, bytes) values (${firmware!.id}, 0, '\\x00')`;
  await sql`insert into mqtt_servers (id, seen_at) values ('test', now())`;
  await sql`insert into audit_seals (seq, line, sealed_at, person, hash) values (1, 1, now(), '\\x00', '\\x00')`;
  await sql`insert into fleet_counts (viewer, what, key, n) values (0, 'sites', '', 1)`;
  await sql`insert into fleet_states (viewer, states) values (0, '[]')`;
}
