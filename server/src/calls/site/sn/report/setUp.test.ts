// site/sn/report/setUp: requests of public API clients; omitted fields stay; concurrent editors; recipients who must confirm.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { ask, call, clock, sql, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'reports@portal.example',
});
const without = await testServer();
const companyId = await makeCompany(sql);
const user = await makeUser(sql, { companyId });
const token = await signedIn(user.id);

async function plant() {
  return await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
}
const settingsOf = (sid: string) => ask('site/sn/report/settings', { sid }, { token });

test('accepts requests of public API clients: by device, hours as text, the user as recipient', async () => {
  const { sid, sn } = await plant();
  const body = {
    sn,
    optionsDaily: 1,
    optionsWeekly: 0,
    optionsMonthly: '1',
    from: ['8', '17'],
    alertStart: '8',
    alertEnd: '17',
  };
  expect(await call('site/sn/report/setUp', body as never, { token })).toMatchObject({
    code: 200,
    data: { version: 1 },
  });
  expect(await settingsOf(sid)).toMatchObject({
    optionsDaily: 1,
    optionsWeekly: 0,
    optionsMonthly: 1,
    alertHourly: 0,
    alertTime: 1,
    alertStart: '8',
    alertEnd: '17',
    recipients: [{ email: user.email, state: 'active' }],
  });
});

test('keeps omitted fields, and refuses an outdated version', async () => {
  const { sid } = await plant();
  await ask(
    'site/sn/report/setUp',
    { sid, optionsWeekly: true, alertHourly: true, hour: 22, language: 'de' },
    { token },
  );
  await ask('site/sn/report/setUp', { sid, version: 1, optionsDaily: true }, { token });
  const after = await settingsOf(sid);
  expect(after).toMatchObject({
    optionsDaily: 1,
    optionsWeekly: 1,
    alertHourly: 1,
    hour: 22,
    language: 'de',
    version: 2,
  });
  const old = await call('site/sn/report/setUp', { sid, version: 1, optionsDaily: false }, { token });
  expect(old.code).toBe(1019);
  await ask('site/sn/report/setUp', { sid, alertHourly: false, alertTime: false }, { token });
  expect(await settingsOf(sid)).toMatchObject({ optionsDaily: 1, alertHourly: 0, alertTime: 0, alertFound: 1 });
  for (const alertFound of [0, 1] as const) {
    await ask('site/sn/report/setUp', { sid, alertFound }, { token });
    await ask('site/sn/report/setUp', { sid, hour: 6 }, { token });
    expect((await settingsOf(sid)).alertFound).toBe(alertFound);
  }
});

test('asks an address once a day to confirm, and does not reveal whether it has an account', async () => {
  const { sid } = await plant();
  const account = await makeUser(sql);
  const recipients = ['Aunt@elsewhere.example', account.email, user.email];
  await ask('site/sn/report/setUp', { sid, recipients }, { token });
  const states = async () => (await settingsOf(sid)).recipients.map(({ email, state }) => `${email} ${state}`);
  expect(await states()).toEqual(
    ['aunt@elsewhere.example waiting', `${account.email} waiting`, `${user.email} active`].toSorted(),
  );
  const confirmations = async () =>
    (
      await sql<{ email: string }[]>`select to_email as email from mails where about_sid = ${sid} order by to_email`
    ).map(({ email }) => email);
  expect(await confirmations()).toEqual(['aunt@elsewhere.example', account.email]);
  await ask('site/sn/report/setUp', { sid, recipients }, { token });
  expect(await confirmations()).toHaveLength(2);
  clock.forward(90_000);
  const later = await signedIn(user.id);
  await ask('site/sn/report/setUp', { sid, recipients: ['aunt@elsewhere.example'] }, { token: later });
  expect(await confirmations()).toHaveLength(3);
  const [remaining] = await sql`select count(*)::int as count from report_recipients where sid = ${sid}`;
  expect(remaining!.count).toBe(1);
});

test('refuses an address that must confirm without a mail server, and changes nothing', async () => {
  const other = await makeUser(without.sql);
  const sid = await makeSite(without.sql, { companyId: other.companyId });
  const by = await without.signedIn(other.id);
  const body = { sid, optionsDaily: true, recipients: ['aunt@elsewhere.example'] };
  expect(await without.call('site/sn/report/setUp', body, { token: by })).toMatchObject({ code: 1452 });
  expect(await without.ask('site/sn/report/settings', { sid }, { token: by })).toMatchObject({
    version: 0,
    recipients: [],
  });
  await without.ask('site/sn/report/setUp', { sid, optionsDaily: true }, { token: by });
});

test('refuses a plant of others, invalid hours, and more than twenty addresses', async () => {
  const foreign = await makeSite(sql);
  const { sid } = await plant();
  const codeOf = async (body: object) =>
    (await call('site/sn/report/setUp', body as never, { token: await signedIn(user.id) })).code;
  expect(await codeOf({ sid: foreign, optionsDaily: true })).toBe(1005);
  for (const odd of [
    { hour: 24 },
    { from: ['8'] },
    { from: ['x', '17'] },
    { alertStart: '-1' },
    { recipients: ['nobody'] },
  ])
    expect(await codeOf({ sid, ...odd }), JSON.stringify(odd)).toBe(400);
  const many = Array.from({ length: 21 }, (_, n) => `a${n}@elsewhere.example`);
  expect(await codeOf({ sid, recipients: many })).toBe(400);
});
