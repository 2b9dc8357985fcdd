// Tests that exactly the expired rows are deleted, in any number.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  makeEmailChange,
  makeOwnershipAnswer,
  makeOwnershipClaim,
  makeSite,
  makeUser,
  makeWebhook,
} from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { expireData } from './expireData.ts';

const { call, clock, context, sql, signedIn } = await testServer();
const { id } = await makeUser(sql);
const ago = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
const key = (name: string, hours: number) => sql`
  insert into idempotency_keys (user_id, key, path, body_hash, created_at)
  values (${id}, ${name}, 'account/update', '', ${ago(hours)})`;
const frame = (sn: string, days: number) => sql`
  insert into raw_reports (sn, received_at, path, body) values (${sn}, ${ago(days * 24)}, '/i.php', '')`;

const attempt = (key: string, endsAt: Date) => sql`
  insert into tries (name, key, points, ends_at) values ('password', ${key}, 1, ${endsAt})`;
const network = (address: string, days: number) => sql`
  insert into sign_in_networks (user_id, network, used_at) values (${id}, ${address}, ${ago(days * 24)})`;

test('deletes expired sessions, counters, links and codes, keys after a day, reports and unclaimed numbers after thirty days, networks after ninety', async () => {
  const ended = await signedIn(id);
  clock.forward(43_200);
  const open = await signedIn(id);
  for (let n = 0; n < 7; n++) await key(`old ${n}`, 25);
  await key('young', 23);
  for (let n = 0; n < 7; n++) await frame('OLD00001', 31);
  await frame('YOUNG001', 29);
  for (let n = 0; n < 7; n++) await attempt(`old ${n}`, clock.now());
  await attempt('young', new Date(clock.now().getTime() + 1000));
  for (let n = 0; n < 4; n++) await network(`192.0.2.${n}`, 90);
  await network('198.51.100.1', 89);
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, restricted_at) values
      ('OLD00001', ${ago(40 * 24)}, ${ago(31 * 24)}, null), ('YOUNG001', ${ago(40 * 24)}, ${ago(29 * 24)}, null),
      ('STOLEN01', ${ago(40 * 24)}, ${ago(31 * 24)}, ${ago(1)})`;
  await sql`
    insert into gateways (sn, online) values ('OLD00001', false), ('YOUNG001', false), ('OLD00002', true)`;
  const mail = (hours: number | null) => sql`
    insert into mails (id, purpose, about_sid, to_email, subject, text_part, html_part, made_at, next_try_at, state, done_at)
    values (gen_random_uuid(), 'daily', 'DE_20260101_t000000', 'a@b.example', '', '', '', now(), now(),
      ${hours === null ? 'waiting' : 'sent'}, ${hours === null ? null : ago(hours)})`;
  for (const hours of [2161, 2162, 2163, 2164, 2159, null]) await mail(hours);
  const askedSid = await makeSite(sql);
  for (const minutes of [0, 1, 2, 3, -1]) {
    const email = `m${minutes}@b.example`;
    const endsAt = new Date(clock.now().getTime() - minutes * 60_000);
    await sql`insert into password_resets (email, token_hash, expires_at) values (${email}, ${Buffer.from(email)}, ${endsAt})`;
    await sql`
      insert into company_invitations (email, company_id, role_id, seen_by, invited_by, token_hash, made_at, expires_at)
      select ${email}, (select min(id) from companies), (select min(id) from roles), '{}', ${id}, ${Buffer.from(email)}, now(), ${endsAt}`;
    await sql`insert into sign_up_codes (email, code_hash, expires_at) values (${email}, 'hash', ${endsAt})`;
    await sql`
      insert into join_requests (user_id, sn, message, asked_at, expires_at) values (${id}, ${`5F40000${minutes + 1}`}, '', now(), ${endsAt})`;
    await sql`
      insert into join_questions (sid, user_id, sn, ends_at) values (${askedSid}, ${minutes + 1}, '5F400000', ${endsAt})`;
  }
  for (const days of [91, 89]) {
    const claim = await makeOwnershipClaim(sql, { sid: askedSid, sn: `5F50000${days % 10}` });
    await sql`update ownership_claims set decided_at = ${ago(days * 24)}, accepted = false where id = ${claim}`;
    await makeOwnershipAnswer(sql, { sid: await makeSite(sql), id: claim });
  }
  await sql`insert into account_archives (user_id, asked_at, state, ends_at) values (${id}, now(), 'ready', ${clock.now()})`;
  for (const days of [31, 32, 29]) {
    const { deliveryId } = await makeWebhook(sql, id);
    await sql`update deliveries set done_at = ${ago(days * 24)} where id = ${deliveryId}`;
  }
  const sid = await makeSite(sql);
  for (const days of [31, 29, null])
    await sql`
      insert into claim_requests (sid, sn, gateway_sn, asked_at, due_at, ended_at)
      values (${sid}, ${`A${days}`}, 'B', ${ago(50 * 24)}, ${ago(43 * 24)}, ${days && ago(days * 24)})`;
  for (const days of [91, 92, 89, null]) {
    const incident = randomUUID();
    await sql`
      insert into incidents (sid, id, sn, code, opened_at, detected_at, ended_at, cause, devices, level)
      values (${sid}, ${incident}, 'A', '0004', ${ago(100 * 24)}, ${ago(100 * 24)}, ${days && ago(days * 24)}, '0004 A', 1, 3)`;
    await sql`
      insert into incident_events (sid, sn, code, opened_at, incident_id, joined_at) values (${sid}, ${`A${days}`}, '0004', ${ago(100 * 24)}, ${incident}, ${ago(100 * 24)})`;
    await sql`
      insert into incident_notices (sid, incident_id, medium, reader, notified_at, level, devices)
      values (${sid}, ${incident}, 'mail', '1', ${ago(100 * 24)}, 3, 1)`;
  }
  await makeEmailChange(sql, { userId: id });
  await sql`update email_changes set expires_at = ${clock.now()}`;
  expect(await expireData(context, 3)).toEqual({
    deliveries: 2,
    documents: 0,
    sessions: 1,
    idempotencyKeys: 7,
    tries: 7,
    networks: 4,
    rawReports: 7,
    serialNumbers: 1,
    gateways: 1,
    challenges: 0,
    visits: 0,
    removals: 0,
    files: 0,
    offers: 0,
    publicLinks: 0,
    companyInvitations: 4,
    resets: 4,
    archives: 1,
    emailChanges: 1,
    signUpCodes: 4,
    joinRequests: 4,
    joinQuestions: 4,
    claimRequests: 1,
    ownershipClaims: 1,
    ownershipAnswers: 1,
    ownershipProofs: 2,
    mails: 4,
    incidentEvents: 2,
    incidentNotices: 2,
    incidents: 2,
  });
  expect(await sql`select key from tries`).toMatchObject([{ key: 'young' }]);
  expect(await sql`select state from mails order by state`).toEqual([{ state: 'sent' }, { state: 'waiting' }]);
  for (const table of ['password_resets', 'sign_up_codes', 'company_invitations'])
    expect(await sql`select email from ${sql(table)}`, table).toEqual([{ email: 'm-1@b.example' }]);
  expect(await sql`select sn from join_requests`).toEqual([{ sn: '5F400000' }]);
  expect(await sql`select user_id from join_questions`).toEqual([{ userId: 0 }]);
  expect(await sql`select network from sign_in_networks`).toMatchObject([{ network: '198.51.100.1' }]);
  expect((await call('account/info', {}, { token: ended })).status).toBe(401);
  expect((await call('account/info', {}, { token: open })).code).toBe(200);
  expect(await sql`select key from idempotency_keys`).toMatchObject([{ key: 'young' }]);
  expect(await sql`select sn from raw_reports`).toMatchObject([{ sn: 'YOUNG001' }]);
  expect(await sql`select sn from serial_numbers order by sn`).toEqual([{ sn: 'STOLEN01' }, { sn: 'YOUNG001' }]);
  expect(await expireData(context)).toEqual({
    deliveries: 0,
    documents: 0,
    sessions: 0,
    idempotencyKeys: 0,
    tries: 0,
    networks: 0,
    rawReports: 0,
    serialNumbers: 0,
    gateways: 0,
    challenges: 0,
    visits: 0,
    removals: 0,
    files: 0,
    offers: 0,
    publicLinks: 0,
    companyInvitations: 0,
    resets: 0,
    archives: 0,
    emailChanges: 0,
    signUpCodes: 0,
    joinRequests: 0,
    joinQuestions: 0,
    claimRequests: 0,
    ownershipClaims: 0,
    ownershipAnswers: 0,
    ownershipProofs: 0,
    mails: 0,
    incidentEvents: 0,
    incidentNotices: 0,
    incidents: 0,
  });
});
