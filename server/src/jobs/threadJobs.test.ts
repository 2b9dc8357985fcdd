// Tests the jobs of the thread: the same files, archives and mails as without it, and an export that stops when it is asked to.
import { afterAll, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { fileOf } from '../../test/files.ts';
import { judgedPlant } from '../../test/judgedPlant.ts';
import { makeDay } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';
import { until } from '../../test/until.ts';
import { createUserFilePlant, SAMPLES } from '../../test/userFilePlant.ts';
import { shareDays } from '../energy/modules/shareDays.ts';
import { createExpensiveThread } from '../http/expensive/expensiveThread.ts';
import { judgeModules } from '../problems/modules/judgeModules.ts';
import { makeUserFile } from '../readings/makeFiles.ts';
import { writeReportMails } from '../reports/reportMails.ts';
import { makeArchives } from './makeArchives.ts';

const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'reports@example.com' });
const { ask, context, sql, signedIn, clock } = server;
// The thread has the time of the database.
clock.set(new Date().toISOString());
const { asked, companyId, stored, token, userId, WHOLE } = await createUserFilePlant(server);
const thread = createExpensiveThread({
  entry: new URL('../thread.ts', import.meta.url),
  databaseUrl: server.databaseUrl,
  config: context.config,
  idleS: 20,
  writeLog: () => {},
});
afterAll(() => thread.close());

test.each(['csv', 'xlsx', 'parquet'])('makes an export as %s in the thread as without it', async (format) => {
  const here = await asked({ ...WHOLE, format });
  expect(await makeUserFile(context, here)).toBe('done');
  const usual = await fileOf(server, 'device/history/files/fetch', here, { token });
  await ask('device/history/files/remove', here, { token });
  const there = await asked({ ...WHOLE, format });
  expect(await thread.runJob('userFile', there, undefined)).toBe('done');
  const inThread = await fileOf(server, 'device/history/files/fetch', there, { token });
  // The times within a workbook differ.
  if (format !== 'xlsx') expect(inThread.bytes.equals(usual.bytes)).toBe(true);
  expect(inThread.bytes.length).toBe(usual.bytes.length);
  await ask('device/history/files/remove', there, { token });
});

test('stops an export of the thread at its next step, which the next turn starts over', async () => {
  const key = await asked();
  const stopping = new AbortController();
  const making = thread.runJob('userFile', key, stopping.signal);
  await until(async () => (await stored(key)).kept.count > 0);
  stopping.abort();
  expect(await making).toBe('held');
  expect(await thread.runJob('userFile', key, undefined)).toBe('done');
  const { bytes } = await fileOf(server, 'device/history/files/fetch', key, { token });
  expect(bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1 + SAMPLES);
});

test('makes archives and mails of reports in the thread', async () => {
  const sid = await makeSite(sql, { ownerId: userId });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1000 });
  await sql`insert into report_settings (sid, weekly, hour) values (${sid}, true, 0)`;
  await sql`
    insert into report_recipients (sid, email, secret, added_at, confirmed_at)
    values (${sid}, 'reader@example.com', 'secret', now(), now())`;
  await ask('account/archive/ask', {}, { token: await signedIn(userId) });
  context.jobThread = thread;
  await makeArchives(context);
  expect(await writeReportMails(context)).toBe(1);
  expect(await writeReportMails(context)).toBe(0);
  delete context.jobThread;
  expect(await sql`select state, plants, done_plants from account_archives`).toEqual([
    { state: 'ready', plants: 1, donePlants: 1 },
  ]);
  expect(await sql`select purpose, attachment_name like '%.pdf' as has_pdf from mails`).toEqual([
    { purpose: 'weekly', hasPdf: true },
  ]);
});

test('divides and judges the days of modules in the thread', async () => {
  const { sid, day } = await judgedPlant(sql, companyId);
  clock.set('2026-06-10T23:00:00Z');
  await day('2026-06-10', () => 0.8);
  await sql`update device_days set input_shares = null where sid = ${sid}`;
  const open = async () => (await sql`select from device_days where sid = ${sid} and input_shares is null`).length;
  expect(await open()).toBeGreaterThan(0);
  context.jobThread = thread;
  expect(await shareDays(context)).toBeGreaterThan(0);
  expect(await judgeModules(context)).toBe(1);
  delete context.jobThread;
  expect(await open()).toBe(0);
  expect(await sql`select modules_judged from site_days where sid = ${sid}`).toEqual([{ modulesJudged: true }]);
  expect(await sql`select from judged_days where sid = ${sid}`).toHaveLength(1);
});
