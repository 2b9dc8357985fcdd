// device/modules/findings: problems of a module compared with its neighbours, from samples through the job to the response, the overview and the alerts.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { judgedPlant } from '../../../../test/judgedPlant.ts';
import { deriveProblems } from '../../../../test/problems.ts';
import { testServer } from '../../../../test/testServer.ts';
import { judgeModules } from '../../../problems/modules/judgeModules.ts';
import { valueEndedIncidents } from '../../../problems/valueIncidents.ts';

const server = await testServer();
const { sql, context, clock, call, ask } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

async function plant() {
  const { sid, one, other, day } = await judgedPlant(sql, user.companyId);
  const findings = (input: number, sn = one) => ask('device/modules/findings', { sid, sn, input }, { token });
  const alerts = async (state: 'open' | 'closed') =>
    (await ask('device/alerts', { sid, filters: { state } }, { token })).list.map(({ sn, code, title }) => [
      sn,
      code,
      title,
    ]);
  return { sid, one, other, day, findings, alerts };
}

test('opens one finding for a dead module with cause and cost, and closes it when the module produces again', async () => {
  clock.set('2026-06-10T23:00:00Z');
  const { sid, one, day, findings, alerts } = await plant();
  await day('2026-06-10', () => 0.8);
  expect(await judgeModules(context)).toBe(1);
  expect(await findings(2)).toMatchObject({
    neighbours: 7,
    comparable: true,
    list: [],
    days: [{ state: 'sound', share: 1 }],
  });
  await day('2026-06-11', (sn, input, hour) => (sn === one && input === 2 && hour >= 10 ? 0 : 0.8));
  clock.set('2026-06-11T23:00:00Z');
  await judgeModules(context);
  const { list, days } = await findings(2);
  expect(list).toEqual([
    {
      kind: 'dead',
      cause: 'dead',
      title: 'Module on input 2 produces nothing',
      desc: expect.stringMatching(/bypass diodes/),
      sinceIso: '2026-06-11T12:00:00+02:00',
      share: 0,
      // 24 quarter hours of 320 W on the one day with data.
      weekKwh: 13.44,
      weekMoney: '4.03',
      other: null,
    },
  ]);
  expect(days.at(-1)).toEqual({ day: '2026-06-11', state: 'dead', share: null, lostKwh: 1.92, isCold: false });
  await deriveProblems(context);
  const { problems } = await ask('site/overview', { sid }, { token });
  expect(problems).toMatchObject([
    {
      sn: one,
      devices: 1,
      input: 2,
      modules: 1,
      concerns: [{ sn: one, input: 2 }],
      code: 'deadModule',
      title: list[0]!.title,
      desc: list[0]!.desc,
      sinceIso: '2026-06-11T12:00:00+02:00',
      actor: 'electrician',
      costs: true,
      lostKwh: 1.92,
      lostMoney: '0.58',
      weekKwh: 13.44,
      weekMoney: '4.03',
      basis: 'modules',
    },
  ]);
  // Judged again after a late report, and on the next day: nothing is opened twice.
  await sql`update site_days set modules_judged = false where sid = ${sid}`;
  await judgeModules(context);
  await day('2026-06-12', (sn, input) => (sn === one && input === 2 ? 0 : 0.8));
  clock.set('2026-06-12T23:00:00Z');
  await judgeModules(context);
  expect(await alerts('open')).toEqual([[one, 'deadModule', 'Module on input 2 produces nothing']]);
  await day('2026-06-13', () => 0.8);
  clock.set('2026-06-13T23:00:00Z');
  await judgeModules(context);
  expect(await alerts('open')).toEqual([]);
  expect(await alerts('closed')).toEqual([[one, 'deadModule', 'Module on input 2 produces nothing']]);
  expect((await findings(2)).list).toEqual([]);
  expect(await sql`select since, until from module_findings where sid = ${sid}`).toEqual([
    { since: '2026-06-11', until: '2026-06-13' },
  ]);
});

test('sums the loss of a module since it began, also of days that are not judged any more, if all of them are stored', async () => {
  clock.set('2026-06-12T23:00:00Z');
  const { sid, one, day } = await plant();
  for (const date of ['2026-06-11', '2026-06-12'])
    await day(date, (sn, input) => (sn === one && input === 2 ? 0 : 0.8));
  await judgeModules(context);
  const lostKwh = async () => {
    await deriveProblems(context);
    return (await ask('site/overview', { sid }, { token })).problems.map((problem) => problem.lostKwh);
  };
  // 40 quarter hours of 320 W on each day.
  expect(await lostKwh()).toEqual([6.4]);
  const judgeAgain = async (isWhole: boolean) => {
    await sql`
      update module_findings set since = '2026-04-20', lost = '[["2026-04-25", 500]]', lost_is_whole = ${isWhole} where sid = ${sid}`;
    await sql`update site_days set modules_judged = false where sid = ${sid}`;
    await judgeModules(context);
  };
  await judgeAgain(true);
  expect(await lostKwh()).toEqual([6.9]);
  // Of a finding that was opened when only the last days were stored, the loss is not known.
  await judgeAgain(false);
  expect(await lostKwh()).toEqual([null]);
});

test('the report and the notice of the end of a dead module state its loss since it began, also of days that are not judged any more', async () => {
  clock.set('2026-06-12T23:00:00Z');
  const { sid, one, day } = await plant();
  // Two modules of one device, on the same days.
  for (const date of ['2026-06-11', '2026-06-12']) await day(date, (sn, input) => (sn === one && input > 2 ? 0 : 0.8));
  await judgeModules(context);
  await sql`
    update module_findings set since = '2026-04-20', lost = '[["2026-04-25", 500]]' where sid = ${sid} and input = 3`;
  await sql`update site_days set modules_judged = false where sid = ${sid}`;
  await judgeModules(context);
  await deriveProblems(context);
  const open = (await ask('site/overview', { sid }, { token })).problems;
  const lostOpen = open.reduce((sum, { lostKwh }) => sum + lostKwh!, 0);
  await day('2026-06-13', () => 0.8);
  clock.set('2026-06-13T23:00:00Z');
  await judgeModules(context);
  await deriveProblems(context);
  await valueEndedIncidents(context);
  const { problems } = await ask('site/report', { sid, from: '2026-06-01', to: '2026-06-13' }, { token });
  const ended = problems!.filter(({ code }) => code === 'deadModule');
  expect(ended.every(({ until }) => until === '2026-06-13')).toBe(true);
  const incidents = await sql<{ wh: number; basis: string }[]>`
    select lost_wh as wh, loss_basis as basis from incidents where sid = ${sid} and code = 'deadModule'`;
  const { length } = open;
  expect(length).toBe(2);
  // Each module 40 quarter hours of 320 W a day, and the one half a kWh in April.
  expect(lostOpen).toBeCloseTo(2 * 6.4 + 0.5, 3);
  expect(ended.reduce((sum, { lostKwh }) => sum + lostKwh!, 0)).toBeCloseTo(lostOpen, 3);
  expect(incidents.reduce((sum, { wh }) => sum + wh, 0)).toBeCloseTo(1000 * lostOpen, 0);
  expect(new Set(incidents.map(({ basis }) => basis))).toEqual(new Set(['modules']));
});

test('opens a weak module after three weak days of three, and withdraws it when a late sample corrects one', async () => {
  clock.set('2026-06-13T23:00:00Z');
  const { sid, one, day, findings, alerts } = await plant();
  const dirty = (sn: string, input: number) => (sn === one && input === 1 ? 0.4 : 0.8);
  for (const date of ['2026-06-11', '2026-06-12']) await day(date, dirty);
  await judgeModules(context);
  expect((await findings(1)).list).toEqual([]);
  await day('2026-06-13', dirty);
  await judgeModules(context);
  expect((await findings(1)).list).toMatchObject([{ kind: 'weak', cause: 'allDay', share: 0.5, weekKwh: 11.2 }]);
  expect(await alerts('open')).toEqual([[one, 'weakModule', 'Module on input 1 produces 50% less than its neighbors']]);
  await day('2026-06-12', () => 0.8);
  await sql`update site_days set modules_judged = false where sid = ${sid} and day = '2026-06-12'`;
  await judgeModules(context);
  // It is open, and only three good days of three close it: two of three days were weak.
  expect((await findings(1)).list).toMatchObject([{ kind: 'weak' }]);
  for (const date of ['2026-06-11', '2026-06-13']) await day(date, () => 0.8);
  await sql`update site_days set modules_judged = false where sid = ${sid}`;
  await judgeModules(context);
  expect((await findings(1)).list).toEqual([]);
});

test('marks a day as clipped without an alert when the device is at its limit', async () => {
  clock.set('2026-06-13T23:00:00Z');
  const { one, other, day, findings, alerts } = await plant();
  const sky = (hour: number) => 0.9 * Math.sin((Math.PI * (hour - 5)) / 12);
  // The first device is limited to 200 W for each of its modules; the second one's are unchanged.
  for (const date of ['2026-06-10', '2026-06-11', '2026-06-12'])
    await day(date, (sn, _, hour) => (sn === one ? Math.min(0.5, sky(hour)) : sky(hour)));
  await judgeModules(context);
  const { list, days } = await findings(1);
  expect(list).toEqual([]);
  expect(days.map(({ state }) => state)).toEqual(['clipped', 'clipped', 'clipped']);
  expect(days[0]!.share).toBeLessThan(0.8);
  expect(days[0]!.lostKwh).toBeGreaterThan(0.5);
  expect((await findings(1, other)).days.map(({ state }) => state)).toEqual(['sound', 'sound', 'sound']);
  expect(await alerts('open')).toEqual([]);
});

test('reports a device that is off, and one of its inputs that falls silent', async () => {
  clock.set('2026-06-10T23:00:00Z');
  const { one, other, day, findings } = await plant();
  await day('2026-06-08', () => 0.8);
  await day('2026-06-09', (sn, input) => (sn === one && input === 3 ? null : 0.8));
  await day('2026-06-10', (sn, input) => (sn === one && input === 3 ? null : sn === other ? 0 : 0.8));
  await sql`insert into modules (sid, sn, input) select sid, sn, 3 from devices where sn = ${one}`;
  await judgeModules(context);
  expect((await findings(3)).list).toMatchObject([
    { kind: 'dead', cause: 'noData', sinceIso: expect.stringMatching(/^2026-06-09/) },
  ]);
  // All its inputs at once, with the voltage of unloaded modules: the device's own status reports that.
  for (const input of [1, 2, 3, 4]) expect((await findings(input, other)).list, `${input}`).toEqual([]);
});

test('reports that two modules cannot be compared, and refuses a missing module', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  expect(await ask('device/modules/findings', { sn, input: 1 }, { token })).toMatchObject({
    neighbours: 1,
    comparable: false,
    list: [],
    days: [],
  });
  expect(await call('device/modules/findings', { sn, input: 5 }, { token })).toMatchObject({ code: 1412 });
  const stranger = await makeDevice(sql);
  expect(await call('device/modules/findings', { sn: stranger.sn, input: 1 }, { token })).toMatchObject({
    code: 1006,
    data: {},
  });
});
