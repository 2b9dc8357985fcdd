// Mails against a real SMTP server: sent once, at the plant's hour, to subscribers only; rejected, postponed, sent by one of two servers, resent after a crash.
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../test/factories.ts';
import { startMailingServer } from '../../test/mailingServer.ts';
import { makeDay } from '../../test/readings.ts';
import type { Context } from '../context.ts';
import { writeReportMails } from '../reports/reportMails.ts';
import { sendMails } from './sendMails.ts';

const { app, ask, call, clock, context, sql, signedIn, mail, plant, tick, stateOf, besides } =
  await startMailingServer();

test('a daily report arrives once, at seven plant local time, in its language, with the brand and an unsubscribe link', async () => {
  const { sid, user, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsDaily: true, language: 'de' }, { token });
  await tick();
  expect(mail.taken).toHaveLength(0);
  clock.set('2026-06-11T04:59:00Z');
  await tick();
  expect(mail.taken).toHaveLength(0);
  clock.set('2026-06-11T05:00:00Z');
  await tick();
  await tick();
  clock.forward(7200);
  await tick();
  expect(mail.taken).toHaveLength(1);
  const [received] = mail.taken;
  expect(received!.to).toEqual([user.email]);
  expect(received!.subject).toBe('Größenwahn <b>: 6,00 kWh, Mi., 10. Juni 2026');
  expect(received!.headers.get('from')).toBe('Northlight <reports@portal.example>');
  expect(received!.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@portal\.example>$/);
  expect(received!.headers.get('auto-submitted')).toBe('auto-generated');
  expect(received!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  for (const part of [received!.text, received!.html]) {
    for (const text of ['Northlight', '6,00 kWh', '3,00 kWh/kWp', '1,50', 'Verfügbarkeit'])
      expect(part.replaceAll('\u00a0', ' '), text).toContain(text);
    expect(part).toContain('https://portal.example/mails?token=');
  }
  // A name is escaped as text.
  expect(received!.html).toContain('Größenwahn &lt;b&gt;');
  expect(received!.html).not.toMatch(/<b>[^<]*<\/h1>|<img|<script|src=/);
  expect(received!.attachments).toEqual([]);
  // The content of a sent mail is not stored.
  expect(await sql`select from mails where text_part <> '' or html_part <> '' or stop_url <> ''`).toHaveLength(0);
});

test('a plant name with line breaks cannot inject mail headers or recipients', async () => {
  const { sid, user, token } = await plant({ name: 'Roof\r\nBcc: thief@elsewhere.example\r\n\r\nHello' });
  await ask('site/sn/report/setUp', { sid, optionsDaily: true }, { token });
  clock.set('2026-06-11T06:00:00Z');
  await tick();
  expect(mail.taken).toHaveLength(1);
  expect([mail.taken[0]!.to, mail.taken[0]!.headers.has('bcc')]).toEqual([[user.email], false]);
  expect(mail.taken[0]!.subject).toContain('Bcc: thief');
});

test('weekly and monthly reports have a PDF attached, and a daily report comes only once after days without a server', async () => {
  const { sid, sn, token } = await plant();
  await makeDay(sql, { sid, sn, day: '2026-06-28', energyWh: 5000 });
  await ask(
    'site/sn/report/setUp',
    { sid, optionsDaily: 1, optionsWeekly: '1', optionsMonthly: true, hour: 6 },
    { token },
  );
  clock.set('2026-07-01T10:00:00Z');
  await tick();
  const bySubject = new Map(mail.taken.map((one) => [one.subject, one.attachments.map(({ type }) => type)]));
  expect(bySubject).toEqual(
    new Map([
      ['Größenwahn <b>: –, Tue, Jun 30, 2026', []],
      ['Größenwahn <b>: 5.00 kWh, Jun 22, 2026 – Jun 28, 2026', ['application/pdf']],
      ['Größenwahn <b>: 17.0 kWh, June 2026', ['application/pdf']],
    ]),
  );
  const pdf = mail.taken.find(({ subject }) => subject.endsWith('June 2026'))!.attachments[0]!;
  expect(pdf.name).toBe('Größenwahn b 2026-06-01 2026-06-30.pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), { mergePages: true });
  expect(text).toContain('17.0 kWh');
  expect(text).toContain('Northlight');
});

test('reports are sent by the plant’s time zone, also on days of a clock change', async () => {
  const zones = ['Pacific/Auckland', 'America/Los_Angeles'] as const;
  const plants = [];
  for (const timezone of zones) {
    const one = await plant({ timezone });
    await ask('site/sn/report/setUp', { sid: one.sid, optionsDaily: true }, { token: one.token });
    plants.push(one);
  }
  // 12:00 UTC is midnight in Auckland and 5 in the morning in Los Angeles.
  clock.set('2026-06-10T14:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0])).toEqual([plants[1]!.user.email]);
  clock.set('2026-06-10T19:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0])).toEqual([plants[1]!.user.email, plants[0]!.user.email]);

  mail.taken.length = 0;
  await sql`delete from report_settings`;
  clock.set('2026-10-24T10:00:00Z');
  const { sid, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsDaily: true, hour: 2 }, { token });
  // In Berlin, 2:30 occurs twice that night.
  for (const iso of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z']) {
    clock.set(iso);
    await tick();
  }
  expect(mail.taken).toHaveLength(1);
});

test('a recipient who has not confirmed gets a new link after a day, and the previous link is invalid', async () => {
  const { sid, user, token } = await plant();
  const form = { sid, recipients: ['aunt@elsewhere.example'] };
  const linkOf = (n: number) =>
    decodeURIComponent(/https:\/\/portal\.example\/mails\?token=(\S+)/.exec(mail.taken[n]!.text)![1]!);
  await ask('site/sn/report/setUp', form, { token });
  await tick();
  clock.forward(86_401);
  await ask('site/sn/report/setUp', form, { token: await signedIn(user.id) });
  await tick();
  expect(mail.taken).toHaveLength(2);
  expect((await call('mail/choice', { token: linkOf(0) })).code).toBe(1451);
  expect((await ask('mail/choice', { token: linkOf(1) })).state).toBe('waiting');
});

test('a recipient without an account must confirm first, sees no amounts of money, and unsubscribes with one click without a session', async () => {
  const { sid, user, token } = await plant();
  const stranger = 'aunt@elsewhere.example';
  await ask(
    'site/sn/report/setUp',
    { sid, optionsDaily: true, recipients: [user.email, stranger.toUpperCase()] },
    { token },
  );
  // Saving again does not ask again.
  await ask('site/sn/report/setUp', { sid, recipients: [user.email, stranger] }, { token });
  await tick();
  expect(mail.taken.map(({ to }) => to[0])).toEqual([stranger]);
  const link = /https:\/\/portal\.example\/mails\?token=(\S+)/.exec(mail.taken[0]!.text)![1]!;
  const choice = decodeURIComponent(link);
  expect(mail.taken[0]!.headers.has('list-unsubscribe')).toBe(false);

  clock.set('2026-06-11T06:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0])).toEqual([stranger, user.email]);
  expect((await ask('mail/choice', { token: choice })).state).toBe('waiting');
  await ask('mail/choose', { token: choice, wants: true });
  clock.set('2026-06-12T06:00:00Z');
  await tick();
  const toStranger = mail.taken.filter(({ to }) => to[0] === stranger);
  expect(toStranger).toHaveLength(2);
  const [, report] = toStranger;
  expect(report!.text).toContain('6.00 kWh');
  expect(report!.text).not.toMatch(/€|EUR|Value/);
  const ofUser = mail.taken.find(({ to, text }) => to[0] === user.email && text.includes('Value'));
  expect(ofUser!.text).toContain('(Valued at 0.25 EUR/kWh: no grid meter');

  const stop = /<(https:\/\/portal\.example)(\/mails\/stop\/[^>]+)>/.exec(
    report!.headers.get('list-unsubscribe')!,
  )![2]!;
  const opened = await app.inject({ method: 'GET', url: stop });
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/mails?token=${link}`]);
  expect((await ask('mail/choice', { token: choice })).state).toBe('active');
  const unsubscribed = await app.inject({
    method: 'POST',
    url: stop,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(unsubscribed.statusCode).toBe(200);
  expect((await ask('mail/choice', { token: choice })).state).toBe('stopped');
  clock.set('2026-06-13T06:00:00Z');
  await tick();
  expect(mail.taken.filter(({ to }) => to[0] === stranger)).toHaveLength(2);
  for (const malformed of ['%00', 'x~%00', '%F0%9F', `${sid}~`, 'x'.repeat(150)])
    expect((await app.inject({ method: 'POST', url: `/mails/stop/${malformed}` })).statusCode, malformed).toBeLessThan(
      500,
    );
  // A guessed link is refused.
  const guessed = await call('mail/choose', { token: `${sid}~${'A'.repeat(32)}`, wants: false });
  expect(guessed.code).toBe(1451);
});

test('an unsent report is dropped when its recipient unsubscribes or is suspended, or the plant is deleted', async () => {
  const { sid, user, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsDaily: true }, { token });
  clock.set('2026-06-11T06:00:00Z');
  await writeReportMails(context);
  await sql`update report_recipients set stopped_at = now() where sid = ${sid}`;
  expect(await sendMails(context)).toBe(0);
  expect(await stateOf(sid)).toEqual(['dropped']);

  await sql`update report_recipients set stopped_at = null where sid = ${sid}`;
  clock.set('2026-06-12T06:00:00Z');
  await writeReportMails(context);
  await sql`update users set frozen_at = now() where id = ${user.id}`;
  await tick();
  expect(await stateOf(sid)).toEqual(['dropped', 'dropped']);
  await sql`update users set frozen_at = null where id = ${user.id}`;
  clock.set('2026-06-13T06:00:00Z');
  await writeReportMails(context);
  await ask('site/delete', { sid }, { token: await signedIn(user.id) });
  await sendMails(context);
  expect(mail.taken).toHaveLength(0);
});

test('a recipient that the mail server rejects is reported as refused, and the other recipients get their mails', async () => {
  const { sid, user, token } = await plant();
  const rejected = await makeUser(sql, { companyId: user.companyId, email: 'gone@portal.example' });
  await ask('site/sn/report/setUp', { sid, optionsDaily: true, recipients: [rejected.email, user.email] }, { token });
  mail.refuse.recipient = (address) => (address === rejected.email ? 550 : undefined);
  clock.set('2026-06-11T06:00:00Z');
  await tick();
  clock.forward(36_000);
  await tick();
  expect(mail.taken.map(({ to }) => to[0])).toEqual([user.email]);
  const { mails } = await ask('site/sn/report/settings', { sid }, { token: await signedIn(user.id) });
  expect(mails.find(({ to }) => to === rejected.email)).toMatchObject({
    state: 'failed',
    failure: 'refused',
    purpose: 'daily',
  });
});

test('a mail is resent with the same message id after the mail server was down or full', async () => {
  const { sid, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsDaily: true }, { token });
  await mail.away();
  clock.set('2026-06-11T06:00:00Z');
  await tick();
  expect(await stateOf(sid)).toEqual(['waiting']);
  await mail.back();
  await tick();
  // Not before the end of its pause.
  expect(mail.taken).toHaveLength(0);
  clock.forward(61);
  mail.refuse.mail = () => 452;
  await tick();
  expect(await stateOf(sid)).toEqual(['waiting']);
  mail.refuse = {};
  clock.forward(301);
  await tick();
  expect(mail.taken).toHaveLength(1);
  const [stored] = await sql<
    { id: string; tries: number }[]
  >`select id::text as id, tries from mails where about_sid = ${sid}`;
  expect(mail.taken[0]!.headers.get('message-id')).toBe(`<${stored!.id}@portal.example>`);
  expect(stored!.tries).toBe(3);
});

test('two servers at the same time write and send each mail once', async () => {
  const plants = [];
  for (let n = 0; n < 4; n++) {
    const one = await plant();
    await ask('site/sn/report/setUp', { sid: one.sid, optionsDaily: true, optionsWeekly: true }, { token: one.token });
    plants.push(one);
  }
  clock.set('2026-06-15T06:00:00Z');
  const other = besides();
  await Promise.all([writeReportMails(context), writeReportMails(other), writeReportMails(context)]);
  await Promise.all([sendMails(context), sendMails(other), sendMails(other)]);
  const all = mail.taken.map(({ to, subject }) => `${to[0]} ${subject}`);
  expect(all).toHaveLength(8);
  expect(new Set(all).size).toBe(8);
  await other.sql.end({ timeout: 1 });
});

test('a mail whose sender dies after the mail server accepted it is sent once more with the same message id, and never a third time', async () => {
  const { sid, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsDaily: true }, { token });
  clock.set('2026-06-11T06:00:00Z');
  await writeReportMails(context);
  // Simulates a server that is killed after the mail server's answer and before it records the outcome.
  const diesAfterwards = async () => {
    const dying = besides();
    mail.onTaken = async () => {
      await dying.sql.end({ timeout: 0 });
    };
    await sendMails(dying).catch(() => {});
    mail.onTaken = () => {};
    await sql`update mails set held_until = now() - interval '1 second' where held_until is not null`;
  };
  await diesAfterwards();
  expect([mail.taken.length, ...(await stateOf(sid))]).toEqual([1, 'waiting']);
  await diesAfterwards();
  await sendMails(context);
  await sendMails(context);
  expect([mail.taken.length, ...(await stateOf(sid))]).toEqual([2, 'unclear']);
  expect(new Set(mail.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
});

test('alerts are mailed hourly and once each, also those detected later, but not those from before the setting', async () => {
  const { sid, sn: first, token } = await plant();
  const { sn: second } = await makeDevice(sql, { sid });
  const event = (code: string, iso: string, sn = first) =>
    sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, ${iso})`;
  await event('4000', '2026-06-10T11:00:00Z');
  await ask('site/sn/report/setUp', { sid, alertHourly: true, language: 'de' }, { token });
  await tick();
  await event('firmware', '2026-06-10T12:10:00Z');
  await event('0800', '2026-06-10T12:20:00Z');
  clock.forward(1800);
  await tick();
  expect(mail.taken).toHaveLength(0);
  clock.forward(1800);
  await tick();
  expect(mail.taken.map(({ subject }) => subject)).toEqual(['Größenwahn <b>: 1 neuer Alarm']);
  expect(mail.taken[0]!.text).toContain('seit 10. Juni, 14:20');
  clock.forward(3600);
  await tick();
  expect(mail.taken).toHaveLength(1);
  // Detected now, although it began before the last mail.
  await event('silence', '2026-06-10T12:50:00Z', second);
  await event('0004', '2026-06-10T14:10:00Z');
  clock.forward(3600);
  await tick();
  clock.forward(3600);
  await tick();
  expect(mail.taken.map(({ subject }) => subject)).toEqual([
    'Größenwahn <b>: 1 neuer Alarm',
    'Größenwahn <b>: 2 neue Alarme',
  ]);
});

test('an alert at night is mailed when the plant’s mail hours begin', async () => {
  const { sid, sn, token } = await plant();
  await ask('site/sn/report/setUp', { sid, from: ['8', '17'] }, { token });
  await tick();
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '4000', '2026-06-10T20:00:00Z')`;
  for (const iso of ['2026-06-10T21:00:00Z', '2026-06-11T03:00:00Z', '2026-06-11T05:59:00Z']) {
    clock.set(iso);
    await tick();
  }
  expect(mail.taken).toHaveLength(0);
  clock.set('2026-06-11T06:00:00Z');
  await tick();
  expect(mail.taken.map(({ subject }) => subject)).toEqual(['Größenwahn <b>: 1 new alert']);
});

test('no mail is written without a mail server, and a due report is sent when one is configured', async () => {
  const { sid, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsDaily: true }, { token });
  const withoutMail: Context = { ...context, config: { ...context.config, mail: undefined } };
  clock.set('2026-06-11T06:00:00Z');
  await tick(withoutMail);
  expect(await stateOf(sid)).toEqual([]);
  await tick();
  expect(mail.taken).toHaveLength(1);
});

test('an owner without an account is invited to a plant once, and not when the address has an account by then', async () => {
  const { token, user } = await plant();
  const form = {
    siteName: 'Sunny side',
    countryCode: 'DE',
    latitude: 47.66,
    longitude: 9.18,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    powerMax: 800,
    electricityPrice: 0.3,
  };
  const { sid } = await ask('site/createFast', { ...form, userEmail: 'New.Owner@elsewhere.example' }, { token });
  await ask('site/updateFast', { sid, siteName: 'Sunny side', userEmail: 'new.owner@elsewhere.example' }, { token });
  await tick();
  expect(mail.taken.map(({ to, subject }) => [to[0], subject])).toEqual([
    ['new.owner@elsewhere.example', 'Your plant Sunny side in Northlight'],
  ]);
  await ask('site/updateFast', { sid, userEmail: 'second@elsewhere.example' }, { token });
  await ask('site/updateFast', { sid, userEmail: user.email }, { token });
  await tick();
  expect(mail.taken).toHaveLength(1);
});
