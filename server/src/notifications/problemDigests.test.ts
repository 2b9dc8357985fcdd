// Digests of open problems against a real SMTP server: at the user's Monday morning, by money, of the plants that the user sees only.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { giveRole, makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../test/factories.ts';
import { mailServer } from '../../test/mailServer.ts';
import { testServer } from '../../test/testServer.ts';
import type { Context } from '../context.ts';
import { connect } from '../platform/database/connect.ts';
import { updateChangedProblems } from '../problems/updateProblems.ts';
import { createServices } from '../services.ts';
import { writeProblemDigests } from './problemDigests.ts';
import { sendMails } from './sendMails.ts';

const mail = await mailServer();
const { app, ask, call, clock, context, databaseUrl, sql, signedIn } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});

beforeEach(async () => {
  // A Wednesday.
  clock.set('2026-06-10T12:00:00Z');
  mail.taken.length = 0;
  await sql`delete from mails`;
  await sql`delete from events`;
  await sql`delete from problems`;
  await sql`update users set digest = 'off'`;
});

async function installer(digest: 'weekly' | 'daily' = 'weekly', digestTimezone = 'Europe/Berlin') {
  const companyId = await makeCompany(sql);
  const user = await makeUser(sql, { companyId });
  await ask('account/update', { problemDigest: digest, digestTimezone }, { token: await signedIn(user.id) });
  return { ...user, companyId };
}

/** Makes a plant with a problem that loses so much a week. */
async function faultyPlant(
  overrides: Parameters<typeof makeSite>[1],
  { wh = 0, money = null, code = '0004' }: { wh?: number; money?: number | null; code?: string } = {},
) {
  const sid = await makeSite(sql, overrides);
  const { sn } = await makeDevice(sql, { sid });
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, '2026-06-08T10:00:00Z')`;
  await updateChangedProblems(context);
  await sql`
    update problems set week_wh = ${wh}, week_money = ${money}, loss_basis = 'neighbours', valued_at = ${clock.now()} where sid = ${sid}`;
  return { sid, sn };
}

async function tick(on: Context = context) {
  await writeProblemDigests(on);
  await sendMails(on);
}
const MONDAY = '2026-06-15T05:00:00Z';
const plain = (n = 0) => mail.taken[n]!.text.replaceAll('\u00a0', ' ');
const lines = (n = 0) =>
  plain(n)
    .split('\n')
    .filter((line) => /^(Plant|Roof|Barn)|more/.test(line));

test('lists the open problems of all plants by money, once a week, on Monday at seven in the time zone of the user', async () => {
  const { companyId, email } = await installer();
  await faultyPlant({ companyId, name: 'Roof A' }, { wh: 9_000, money: 1.5 });
  await faultyPlant({ companyId, name: 'Roof B' }, { wh: 4_000, money: 3.25 });
  const { sid } = await faultyPlant({ companyId, name: 'Roof C' }, { code: '0800' });
  await tick();
  clock.set('2026-06-15T04:59:00Z');
  await tick();
  expect(mail.taken).toHaveLength(0);
  clock.set(MONDAY);
  await tick();
  await tick();
  expect(mail.taken.map(({ to, subject }) => [to, subject])).toEqual([[[email], 'Heliograph: 3 open problems']]);
  expect(lines().map((line) => line.slice(0, 6))).toEqual(['Roof B', 'Roof A', 'Roof C']);
  expect(lines()[0]).toContain('4.0 kWh (€3.25) lost per week');
  expect(lines()[0]).toContain('since Jun 8, 12:00 · compared with the other devices of the plant');
  expect(plain()).toContain('https://portal.example/alerts');
  clock.set('2026-06-16T05:00:00Z');
  await tick();
  expect(mail.taken).toHaveLength(1);
  // A warning that somebody has acknowledged is left out.
  await sql`update problems set acknowledged_at = ${clock.now()} where sid = ${sid}`;
  clock.set('2026-06-22T05:00:00Z');
  await tick();
  expect(mail.taken[1]!.subject).toBe('Heliograph: 2 open problems');
});

test('ranks by energy where the currencies differ, lists twenty and counts the rest', async () => {
  const { companyId } = await installer('daily');
  for (let n = 0; n < 21; n++)
    await faultyPlant({ companyId, name: `Roof ${n}` }, { wh: 1_000 + n * 100, money: 100 - n });
  await faultyPlant({ companyId, name: 'Barn', currency: 'CHF' }, { wh: 2_950, money: 0.1 });
  clock.set('2026-06-11T05:00:00Z');
  await tick();
  expect(lines()).toHaveLength(21);
  expect(lines().map((line) => line.split(':')[0])).toEqual([
    'Roof 20',
    'Barn',
    ...Array.from({ length: 18 }, (_, n) => `Roof ${19 - n}`),
    'and 2 more',
  ]);
  expect(lines()[1]).toContain('CHF');
});

test('sends nothing without open problems, but once after a digest that listed some', async () => {
  const { companyId } = await installer('daily');
  clock.set('2026-06-11T05:00:00Z');
  await tick();
  await faultyPlant({ companyId, name: 'Roof' }, { wh: 1_000 });
  clock.set('2026-06-12T05:00:00Z');
  await tick();
  await sql`update events set closed_at = ${clock.now()}`;
  await updateChangedProblems(context);
  for (const day of ['13', '14']) {
    clock.set(`2026-06-${day}T05:00:00Z`);
    await tick();
  }
  expect(mail.taken.map(({ subject }) => subject)).toEqual([
    'Heliograph: 1 open problem',
    'Heliograph: No open problems',
  ]);
});

test('contains no plant of strangers, and those of all companies of the user once', async () => {
  const { id, companyId } = await installer();
  const otherCompany = await makeCompany(sql);
  await sql`
    insert into memberships (user_id, company_id, role_id) select ${id}, ${otherCompany}, id from roles where code = 'dealer'`;
  await faultyPlant({ companyId, name: 'Roof own', installerId: id }, { wh: 3_000 });
  await faultyPlant({ companyId: otherCompany, name: 'Roof of the second company' }, { wh: 2_000 });
  await faultyPlant({ companyId: await makeCompany(sql), name: 'Roof of strangers' }, { wh: 9_000 });
  const shared = await faultyPlant({ companyId: await makeCompany(sql), name: 'Roof shared' }, { wh: 1_000 });
  await shareSite(sql, shared.sid, id);
  clock.set(MONDAY);
  await tick();
  expect(mail.taken).toHaveLength(1);
  expect(lines().map((line) => line.split(':')[0])).toEqual(['Roof own', 'Roof of the second company', 'Roof shared']);
});

test.each(['frozen', 'removed from the company', 'suspended', 'turned off', 'demo account'])(
  'sends nothing to a user whose access has ended or who wants none: %s',
  async (what) => {
    const { id, companyId } = await installer();
    await faultyPlant({ companyId, name: 'Roof' }, { wh: 1_000 });
    const end = async () => {
      if (what === 'frozen') await sql`update users set frozen_at = now() where id = ${id}`;
      if (what === 'removed from the company') await sql`delete from memberships where user_id = ${id}`;
      if (what === 'suspended') await sql`update memberships set frozen_at = now() where user_id = ${id}`;
      if (what === 'turned off') await ask('account/update', { problemDigest: 'off' }, { token: await signedIn(id) });
      if (what === 'demo account') await sql`update users set demo_password_hash = password_hash where id = ${id}`;
    };
    clock.set(MONDAY);
    if (what === 'demo account') await end();
    await writeProblemDigests(context);
    // Access may also end while the mail waits.
    await end();
    await sendMails(context);
    clock.set('2026-06-22T05:00:00Z');
    await tick();
    expect(mail.taken).toHaveLength(0);
  },
);

test('shows no money to a role without it, and nothing to a role without devices', async () => {
  const { companyId } = await installer();
  await faultyPlant({ companyId, name: 'Roof' }, { wh: 5_000, money: 2 });
  const without = async (menu: string) =>
    await sql<{ roleId: number; menuId: number }[]>`
      delete from role_menus where menu_id in (select id from menus where name = ${menu}) returning role_id, menu_id`;
  const money = await without('SiteMoney');
  clock.set(MONDAY);
  await tick();
  expect(plain()).toContain('5.0 kWh lost per week');
  expect(plain()).not.toMatch(/€|EUR/);
  const devices = await without('SiteDevices');
  clock.set('2026-06-22T05:00:00Z');
  await tick();
  await sql`insert into role_menus ${sql([...money, ...devices])}`;
  // Not that there are none: the role sees no problems any more.
  expect(mail.taken.map(({ subject }) => subject)).toEqual(['Heliograph: 1 open problem']);
});

test('two servers write each digest once', async () => {
  const { companyId } = await installer();
  await faultyPlant({ companyId, name: 'Roof' }, { wh: 1_000 });
  clock.set(MONDAY);
  const secondSql = connect(databaseUrl, { max: 3 });
  const other: Context = { ...context, sql: secondSql, ...createServices(secondSql) };
  await Promise.all([tick(context), tick(other), tick(context)]);
  await tick();
  await secondSql.end({ timeout: 1 });
  expect(mail.taken).toHaveLength(1);
});

test('the choice is stored with its time zone, which must exist', async () => {
  const user = await makeUser(sql);
  await giveRole(sql, user.id, 'owner');
  const token = await signedIn(user.id);
  const choice = async () => {
    const { problemDigest, digestTimezone } = await ask('account/info', {}, { token });
    return [problemDigest, digestTimezone];
  };
  expect(await choice()).toEqual(['off', 'UTC']);
  await ask('account/update', { problemDigest: 'daily', digestTimezone: 'America/Lima' }, { token });
  await ask('account/update', { city: 'Ulm' }, { token });
  expect(await choice()).toEqual(['daily', 'America/Lima']);
  expect(await call('account/update', { digestTimezone: 'Mars/Base' }, { token })).toMatchObject({ code: 1013 });
});

test('has a link that switches the digests off without signing in: by one click of a mail program, or by a button of a page', async () => {
  const { id, companyId, email } = await installer();
  const digestOf = async () => (await sql<[{ digest: string }]>`select digest from users where id = ${id}`)[0].digest;
  await faultyPlant({ companyId });
  clock.set(MONDAY);
  await tick();
  const { headers } = mail.taken[0]!;
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = new URL(/^<(https:.+)>$/.exec(headers.get('list-unsubscribe')!)![1]!);
  const token = decodeURIComponent(address.pathname.split('/').at(-1)!);
  expect(plain()).toContain(`https://portal.example/mails?token=${encodeURIComponent(token)}`);
  // Opened, it changes nothing; the page asks.
  const opened = await app.inject({ url: address.pathname });
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/mails?token=${encodeURIComponent(token)}`]);
  expect(await ask('mail/choice', { token })).toEqual({ about: 'digest', siteName: '', email, state: 'active' });
  expect(await digestOf()).toBe('weekly');
  // A wrong secret, that of another user, and a wish to subscribe change nothing.
  const other = await installer();
  const secret = token.split('~')[1]!;
  for (const wrong of [
    `digest-${id}~${secret.slice(1)}`,
    `digest-${other.id}~${secret}`,
    `digest-${id}~`,
    `digest-x~${secret}`,
  ]) {
    expect((await app.inject({ method: 'POST', url: `/mails/stop/${wrong}` })).statusCode, wrong).toBe(200);
    expect((await call('mail/choose', { token: wrong, wants: false })).code, wrong).toBe(ERROR_CODES.mailLinkNotFound);
  }
  expect((await call('mail/choose', { token, wants: true })).code).toBe(ERROR_CODES.mailLinkNotFound);
  expect(await digestOf()).toBe('weekly');
  const clicked = await app.inject({
    method: 'POST',
    url: address.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(clicked.statusCode).toBe(200);
  expect(await digestOf()).toBe('off');
  expect((await ask('mail/choice', { token })).state).toBe('stopped');
  await sql`update users set digest = 'daily' where id = ${id}`;
  expect(await ask('mail/choose', { token, wants: false })).toEqual({ state: 'stopped' });
  expect(await sql`select digest from users where id in (${id}, ${other.id}) order by id`).toEqual([
    { digest: 'off' },
    { digest: 'weekly' },
  ]);
  expect(
    await sql`select before, after from audit_log where action = 'mail/choose' and object = ${`user ${id}`}`,
  ).toEqual([{ before: { problemDigest: 'daily' }, after: { problemDigest: 'off' } }]);
});
