// Power limits that nobody wants: one that a rule left behind, and one that an OpenDTU reports, with its loss, until a person sets it.
import { expect, test } from 'vitest';
import { makeChild } from '../../../test/gatewayPlant.ts';
import { SIXTY, startLimitRuleServer } from '../../../test/limitRuleServer.ts';
import { createOpenDtuPlant } from '../../../test/openDtuPlant.ts';
import { deriveProblems } from '../../../test/problems.ts';
import { makeDay } from '../../../test/readings.ts';
import { saveReportedParameters } from '../../commands/commandRows.ts';
import { enforceLimits } from '../../commands/limitRules/enforce.ts';
import { updatePowerLimitProblems } from './updatePowerLimitProblems.ts';

const server = await startLimitRuleServer();
const { sql, ask, signedIn, context, clock, port, createPlant } = server;
const LATER = { timeout: 10_000, interval: 50 };

const reported = async (sid: string, sn: string) =>
  (
    await sql<{ value: number }[]>`
    select (told -> 'limitPercent' ->> 'value')::float8 as value from device_parameters where sid = ${sid} and sn = ${sn}`
  )[0]?.value;

test('a limit that a rule left behind is a problem, and one that a rule holds is none', async () => {
  clock.set('2026-06-10T10:00:00Z');
  const { sid, inverter, set, holds } = await createPlant();
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  clock.forward(2 * 86_400);
  const open = async () => {
    await updatePowerLimitProblems(context);
    return (
      await sql<
        { sn: string }[]
      >`select sn from events where sid = ${sid} and code = 'powerLimit' and closed_at is null`
    ).map(({ sn }) => sn);
  };
  expect(await open()).toEqual([]);
  await sql`update limit_rules set kind = 'none', due_at = null where sid = ${sid}`;
  expect(await open()).toEqual([inverter]);
  // Read again, it is held since the beginning.
  const report = (limitPercent: number) =>
    sql.begin((tx) => saveReportedParameters(tx, { sid, sn: inverter }, { limitPercent }, clock.now()));
  await report(60);
  const [row] = await sql<
    { told: { limitPercent: object } }[]
  >`select told from device_parameters where sid = ${sid} and sn = ${inverter}`;
  expect(row!.told.limitPercent).toEqual({
    value: 60,
    at: clock.now().toISOString(),
    since: expect.stringMatching(/^2026-06-10T10:0/),
  });
  await report(100);
  expect(await open()).toEqual([]);
});

test('a limit set beside the portal is a problem after a day, costs what its neighbours produced more, and ends when a person sets it', async () => {
  clock.set('2026-06-15T10:00:00Z');
  await sql`update products set rated_power_w = 400 where name = 'Microinverter'`;
  const { sid, sn: gateway, serial, connect, holds, one, strong } = await createOpenDtuPlant(server, port);
  const problems = async () => {
    await updatePowerLimitProblems(context);
    await deriveProblems(context);
    const { problems: list } = await ask('site/overview', { sid }, { token: await signedIn(one.id) });
    return list.filter(({ code }) => code === 'powerLimit');
  };
  const neighbour = await makeChild(sql, { sid, gateway });
  for (let day = 1; day <= 18; day++) {
    const energyWh = (sn: string) => (sn === serial && day > 15 ? 1200 : 1600);
    for (const sn of [serial, neighbour])
      await makeDay(sql, { sid, sn, day: `2026-06-${String(day).padStart(2, '0')}`, energyWh: energyWh(sn) });
  }
  const { round } = await connect();
  await round();
  await expect.poll(() => reported(sid, serial), LATER).toBe(100);
  holds.limit = 60;
  clock.set('2026-06-15T20:00:00Z');
  await round();
  await expect.poll(() => reported(sid, serial), LATER).toBe(60);
  clock.set('2026-06-16T19:00:00Z');
  expect(await problems()).toEqual([]);
  clock.set('2026-06-19T03:00:00Z');
  expect(await problems()).toMatchObject([
    {
      sn: serial,
      level: 'warning',
      actor: 'installer',
      title: 'Power limited to 60%',
      sinceIso: '2026-06-15T22:00:05+02:00',
      costs: true,
      basis: 'neighbours',
      // 0.4 kWh on each of three days, none on the day on which it began in the evening.
      lostKwh: 1.2,
      weekKwh: 2.1,
    },
  ]);
  // Another one is the same problem.
  holds.limit = 40;
  await round();
  await expect.poll(() => reported(sid, serial), LATER).toBe(40);
  // One that changes every few seconds is stored once in ten minutes.
  holds.limit = 70;
  await round();
  expect(await reported(sid, serial)).toBe(40);
  holds.limit = 40;
  expect(await problems()).toMatchObject([{ title: 'Power limited to 40%', sinceIso: '2026-06-15T22:00:05+02:00' }]);
  await sql`update sites set control_limit_w = 500 where sid = ${sid}`;
  expect(await problems()).toEqual([]);
  await sql`update sites set control_limit_w = 600 where sid = ${sid}`;
  clock.forward(86_400);
  expect(await problems()).toHaveLength(1);
  const request = { sid, sn: serial, action: 'limit', limitPercent: 40, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', request, await strong(one.id));
  await expect
    .poll(
      async () => (await sql<{ state: string }[]>`select state from commands where id = ${command.id}`)[0]!.state,
      LATER,
    )
    .toBe('issued');
  await round();
  expect(await problems()).toEqual([]);
});

test('the loss of a limit is unknown if the device held it already when it reported first', async () => {
  clock.set('2026-06-22T10:00:00Z');
  const { sid, sn: gateway, serial, connect, holds, one } = await createOpenDtuPlant(server, port);
  const neighbour = await makeChild(sql, { sid, gateway });
  for (const sn of [serial, neighbour]) await makeDay(sql, { sid, sn, day: '2026-06-23', energyWh: 1000 });
  holds.limit = 60;
  const { round } = await connect();
  // It joins the plant after its first report.
  await sql`update devices set gateway_sn = '' where sid = ${sid} and sn = ${serial}`;
  await round();
  await sql`update devices set gateway_sn = ${gateway} where sid = ${sid} and sn = ${serial}`;
  expect(await reported(sid, serial)).toBeUndefined();
  clock.forward(3_600);
  await round();
  expect(await reported(sid, serial)).toBe(60);
  clock.forward(86_400);
  await updatePowerLimitProblems(context);
  await deriveProblems(context);
  const { problems } = await ask('site/overview', { sid }, { token: await signedIn(one.id) });
  expect(problems.filter(({ code }) => code === 'powerLimit')).toMatchObject([
    { sn: serial, costs: true, lostKwh: null, weekKwh: null, basis: null },
  ]);
});
