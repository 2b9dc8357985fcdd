// webhook/create: secret shown once, stored nowhere else, ten at most, for accessible plants, by a token with the scope.
import { expect, test } from 'vitest';
import { HOOK, startChannelServer } from '../../../test/channelServer.ts';
import { makeSite } from '../../../test/factories.ts';
import { mailServer } from '../../../test/mailServer.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { sendMails } from '../../notifications/sendMails.ts';

const mail = await mailServer();
const { ask, call, clock, context, person, sql } = await startChannelServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
});
const REQUEST = { name: 'Chat', url: HOOK, events: ['alert.began' as const] };

test('shows the secret only once and mails the user, with neither secret nor full URL in log and list', async () => {
  const { id, email, token, webhook } = await person({ events: ['alert.began', 'alert.began', 'day.summary'] });
  expect(webhook.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { list } = await ask('webhook/list', {}, { token });
  expect(list).toEqual([
    {
      id: webhook.id,
      name: 'Chat',
      url: HOOK,
      events: ['alert.began', 'day.summary'],
      plants: null,
      madeIso: clock.now().toISOString(),
      token: null,
      off: null,
      previousSecretUntilIso: null,
      failingSinceIso: null,
      waiting: 0,
      skipped: 0,
    },
  ]);
  const logged = JSON.stringify(await sql`select * from audit_log where user_id = ${id}`);
  expect(logged).toContain('hooks.example.com');
  expect(logged).not.toContain('of-mine');
  expect(JSON.stringify([list, await sql`select * from idempotency_keys`, logged])).not.toContain(webhook.secret);
  await sendMails(context);
  expect(mail.taken.at(-1)).toMatchObject({ to: [email], subject: 'Heliograph: A webhook was added' });
});

test.each([
  ...['http://hooks.example.com/', 'https://10.0.0.7/', 'https://[::1]/', 'https://me:secret@hooks.example.com/'],
  ...['file:///etc/passwd', 'hooks.example.com', 'https://169.254.169.254/latest/meta-data'],
])('refuses %s', async (url) => {
  const { token } = await person();
  expect((await call('webhook/create', { ...REQUEST, url }, { token })).code).toBe(1520);
});

test('refuses an inaccessible plant and a missing one alike', async () => {
  const { token, sid } = await person();
  const other = await makeSite(sql);
  for (const sids of [[other], ['DE_20260101_none99'], [sid, other]])
    expect((await call('webhook/create', { ...REQUEST, sids }, { token })).code).toBe(1005);
  await ask('webhook/create', { ...REQUEST, sids: [sid, sid] }, { token });
  const { list } = await ask('webhook/list', {}, { token });
  // Both were created at the same instant of the test's clock.
  expect(list).toHaveLength(2);
  expect(list.map(({ plants }) => plants)).toEqual(expect.arrayContaining([null, [{ sid, siteName: 'Seeblick' }]]));
});

test('limits an account to ten webhooks, also concurrently', async () => {
  const { token } = await person();
  const codes = await Promise.all(
    Array.from({ length: 12 }, async () => (await call('webhook/create', REQUEST, { token })).code),
  );
  expect(codes.filter((code) => code === 200)).toHaveLength((await ask('webhook/list', {}, { token })).list.length - 1);
  for (let n = 0; n < 10; n++) await call('webhook/create', REQUEST, { token });
  expect((await call('webhook/create', REQUEST, { token })).code).toBe(1521);
  expect((await ask('webhook/list', {}, { token })).list).toHaveLength(10);
});

test('requires the scope control to create, and read to list', async () => {
  const { id, token: _, webhook } = await person();
  const [read, control] = [
    await makeApiToken(sql, { userId: id, at: clock.now() }),
    await makeApiToken(sql, { userId: id, at: clock.now(), scope: 'control' }),
  ];
  expect((await call('webhook/create', REQUEST, { token: read.token })).code).toBe(1438);
  expect((await call('webhook/create', REQUEST, { token: control.token })).code).toBe(200);
  const { list } = await ask('webhook/list', {}, { token: read.token });
  expect(list.map(({ id }) => id)).toContain(webhook.id);
});
