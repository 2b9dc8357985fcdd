// device/modules/findings: what is wrong with a module beside its neighbours, from samples through the job to the answer, the overview and the alerts.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';
import type { Transaction } from '../../../db/connect.ts';
import { judgeModules } from '../../../jobs/judgeModules.ts';
import { insertSamples } from '../../../samples/samples.ts';

const server = await testServer();
const { sql, context, clock, call, ask } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

/** Two devices of four inputs that look the same way; watts of each input by day. */
async function plant() {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.3 });
  const devices: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
    await sql`update devices set tilt_deg = 30, azimuth_deg = 180 where sn = ${sn}`;
    devices.push(sn);
  }
  /** `shareOf` what is usual; null: it says nothing. */
  const day = async (date: string, shareOf: (sn: string, input: number, hour: number) => number | null) => {
    for (const sn of devices) {
      const samples = Array.from({ length: 40 }, (_, n) => {
        const hour = 6 + n / 4;
        const told = [1, 2, 3, 4].map((input) => {
          const share = shareOf(sn, input, hour);
          return share === null ? null : 400 * share;
        });
        const isOff = told.every((watts) => watts === 0);
        const quantities = Object.fromEntries(
          told.flatMap((watts, i) =>
            watts === null
              ? []
              : [
                  [`input${i + 1}PowerW`, watts],
                  [`input${i + 1}VoltageV`, watts > 0 || isOff ? 36 : 11],
                ],
          ),
        );
        const powerW = told.reduce<number>((sum, watts) => sum + (watts ?? 0), 0);
        return {
          ...{ sid, sn, atMs: Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000, powerW, statusBits: 0, mode: 6 },
          ...{ counterWh: null, counterDayWh: null, counterLifeWh: null, imported: false },
          quantities: { powerW, temperatureC: 40, ...quantities },
        };
      });
      await sql.begin(async (tx) => void (await insertSamples(tx as Transaction, samples)));
      await sql`
        update device_live set quantities = ${JSON.stringify(samples[0]!.quantities)}::text::jsonb, version = version + 1
        where sid = ${sid} and sn = ${sn}`;
      const [known] = await sql`select from device_days where sn = ${sn} and day = ${date}`;
      if (!known) await makeDay(sql, { sid, sn, day: date, energyWh: 16_000 });
    }
  };
  const [one, other] = devices as [string, string];
  const findings = (input: number, sn = one) => ask('device/modules/findings', { sid, sn, input }, { token });
  const alerts = async (state: 'open' | 'closed') =>
    (await ask('device/alerts', { sid, filters: { state } }, { token })).list.map(({ sn, code, title }) => [
      sn,
      code,
      title,
    ]);
  return { sid, one, other, day, findings, alerts };
}

test('device/modules/findings: a module that died opens once, names cause and cost, and closes by itself when it gives again', async () => {
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
      title: 'Module on input 2 gives nothing',
      desc: expect.stringMatching(/bypass diodes/),
      sinceIso: '2026-06-11T12:00:00+02:00',
      share: 0,
      // 24 quarters of an hour of 320 W on the one day that tells.
      weekKwh: 13.44,
      weekMoney: '4.03',
      other: null,
    },
  ]);
  expect(days.at(-1)).toEqual({ day: '2026-06-11', state: 'dead', share: null, lostKwh: 1.92, isCold: false });
  const { problems } = await ask('site/overview', { sid }, { token });
  expect(problems).toContainEqual({
    ...{
      sn: one,
      alias: '',
      devices: 1,
      input: 2,
      modules: 1,
      code: 'deadModule',
      title: list[0]!.title,
      desc: list[0]!.desc,
    },
    ...{
      sinceIso: '2026-06-11T12:00:00+02:00',
      costs: true,
      lostKwh: null,
      lostMoney: '',
      weekKwh: 13.44,
      weekMoney: '4.03',
    },
  });
  // Judged again as something came late, and on the next day: nothing is opened twice.
  await sql`update site_days set modules_judged = false where sid = ${sid}`;
  await judgeModules(context);
  await day('2026-06-12', (sn, input) => (sn === one && input === 2 ? 0 : 0.8));
  clock.set('2026-06-12T23:00:00Z');
  await judgeModules(context);
  expect(await alerts('open')).toEqual([[one, 'deadModule', 'Module on input 2 gives nothing']]);
  await day('2026-06-13', () => 0.8);
  clock.set('2026-06-13T23:00:00Z');
  await judgeModules(context);
  expect(await alerts('open')).toEqual([]);
  expect(await alerts('closed')).toEqual([[one, 'deadModule', 'Module on input 2 gives nothing']]);
  expect((await findings(2)).list).toEqual([]);
  expect(await sql`select since, until from module_findings where sid = ${sid}`).toEqual([
    { since: '2026-06-11', until: '2026-06-13' },
  ]);
});

test('device/modules/findings: weak is three days of three; a late sample of one of them takes it back', async () => {
  clock.set('2026-06-13T23:00:00Z');
  const { sid, one, day, findings, alerts } = await plant();
  const dirty = (sn: string, input: number) => (sn === one && input === 1 ? 0.4 : 0.8);
  for (const date of ['2026-06-11', '2026-06-12']) await day(date, dirty);
  await judgeModules(context);
  expect((await findings(1)).list).toEqual([]);
  await day('2026-06-13', dirty);
  await judgeModules(context);
  expect((await findings(1)).list).toMatchObject([{ kind: 'weak', cause: 'allDay', share: 0.5, weekKwh: 11.2 }]);
  expect(await alerts('open')).toEqual([[one, 'weakModule', 'Module on input 1 gives 50 % less than its neighbours']]);
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

test('device/modules/findings: a device that is off and one of its inputs that falls silent', async () => {
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
  // All its inputs at once, with the voltage of modules without a load: its own status tells of that.
  for (const input of [1, 2, 3, 4]) expect((await findings(input, other)).list, `${input}`).toEqual([]);
});

test('device/modules/findings says that two modules cannot be compared, and refuses what is not there', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  expect(await ask('device/modules/findings', { sn, input: 1 }, { token })).toMatchObject({
    ...{ neighbours: 1, comparable: false, list: [], days: [] },
  });
  expect(await call('device/modules/findings', { sn, input: 5 }, { token })).toMatchObject({ code: 1412 });
  const stranger = await makeDevice(sql);
  expect(await call('device/modules/findings', { sn: stranger.sn, input: 1 }, { token })).toMatchObject({
    code: 1006,
    data: {},
  });
});
