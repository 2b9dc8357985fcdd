// Commands to devices that sleep at night: they wait for their plant's sunrise, can be withdrawn, and expire only hours after it.
import { expect, test } from 'vitest';
import { createGatewayPlant, makeChild, newMemory, obeys, playGateway } from '../../test/gatewayPlant.ts';
import { mqttServer } from '../../test/mqttServer.ts';
import { createSetupPlants, MICRO } from '../../test/setupPlants.ts';
import { expireCommands } from '../jobs/expireCommands.ts';

const server = await mqttServer();
const { sql, ask, call, context, clock, port } = server;

const LATER = { timeout: 10_000, interval: 50 };
const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0]!;
const becomes = (id: string, state: string) => expect.poll(async () => (await stateOf(id)).state, LATER).toBe(state);
const NIGHT = '2026-06-15T23:00:00Z';
/** Sunrise at Konstanz. */
const SUNRISE = /^2026-06-16T05:3\d:\d\d.*\+02:00$/;

/** A plant whose microinverter has been silent since the evening. */
async function createNightPlant() {
  const plant = await createGatewayPlant(server);
  const { sid } = plant;
  const inverter = await makeChild(sql, { sid, gateway: plant.sn });
  await sql`update device_live set status = 0, at = '2026-06-15T19:00:00Z', upload_every_s = 300 where sid = ${sid} and sn = ${inverter}`;
  const write = { sid, sn: inverter, write: [{ name: 'reconnectTimeS', value: 90 }], waitS: 0 };
  return { ...plant, inverter, write };
}

test('a command to a sleeping device waits for sunrise, holds up no other, and is sent then', async () => {
  clock.set(NIGHT);
  const { sid, sn, inverter, write, first } = await createNightPlant();
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  const { list } = await ask('gateway/parameters/devices', { sid }, first);
  expect(list.map((device) => [device.sn, device.sleepsUntilIso])).toEqual([
    [sn, null],
    [inverter, expect.stringMatching(SUNRISE)],
  ]);
  const page = await ask('gateway/parameters', { sid, sn: inverter }, first);
  expect(page.sleepsUntilIso).toMatch(SUNRISE);
  const { command } = await ask('gateway/bsg/server', { ...write, atSunrise: true, waitS: 20 }, first);
  expect(command).toMatchObject({ state: 'approved', startsIso: page.sleepsUntilIso, rights: { withdraw: true } });
  expect(Date.parse(command.expiresIso) - Date.parse(command.startsIso!)).toBe(4 * 3_600_000);
  // The gateway itself does not sleep: it gets its command now.
  const awake = await ask('gateway/bsg/server', { sid, sn, read: ['overVoltageV'], atSunrise: true, waitS: 20 }, first);
  expect(awake.command).toMatchObject({ state: 'readBack', startsIso: null });
  clock.set('2026-06-16T03:00:00Z');
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'approved', reason: '' });
  expect(memory.heard.map(({ device }) => device)).toEqual([sn]);
  clock.set('2026-06-16T03:31:00Z');
  await becomes(command.id, 'readBack');
  expect(memory.obeyed).toEqual([command.id]);
});

test('a command that waits for sunrise can be withdrawn, and one that nobody answers expires four hours after it', async () => {
  clock.set(NIGHT);
  const { sid, sn, write, first } = await createNightPlant();
  await playGateway(server, port, {
    sn,
    memory: newMemory(),
    how: (command, held) => (command.device === sn ? obeys(command, held) : undefined),
  });
  const { command } = await ask('gateway/bsg/server', { ...write, atSunrise: true }, first);
  expect(await call('gateway/bsg/server', { ...write, atSunrise: true }, first)).toMatchObject({ code: 1550 });
  const answered = await ask('gateway/commands/answer', { sid, id: command.id, answer: 'withdraw' }, first);
  expect(answered.command).toMatchObject({ state: 'failed', reason: 'withdrawn' });
  const again = await ask('gateway/bsg/server', { ...write, atSunrise: true }, first);
  clock.set('2026-06-16T03:31:00Z');
  await becomes(again.command.id, 'issued');
  clock.set('2026-06-16T07:20:00Z');
  await expireCommands(context);
  expect((await stateOf(again.command.id)).state).toBe('issued');
  clock.set('2026-06-16T07:40:00Z');
  await expireCommands(context);
  expect(await stateOf(again.command.id)).toEqual({ state: 'expired', reason: 'noAnswer' });
});

test('by day nothing waits for sunrise, even when the device is silent', async () => {
  clock.set('2026-06-16T12:00:00Z');
  const { sid, inverter, write, first } = await createNightPlant();
  expect((await ask('gateway/parameters', { sid, sn: inverter }, first)).sleepsUntilIso).toBeNull();
  const { command } = await ask('gateway/bsg/server', { ...write, atSunrise: true }, first);
  expect(command.startsIso).toBeNull();
});

test('a bulk change says that devices sleep, and sends to them at sunrise if asked', async () => {
  clock.set(NIGHT);
  const { mark, first, gateways } = await createSetupPlants(server, 2);
  const micros: string[] = [];
  for (const { sid, sn } of gateways) micros.push(await makeChild(sql, { sid, gateway: sn }));
  await sql`update device_live set status = 0, at = ${clock.now()}, upload_every_s = 300 where sn = ${micros[0]!}`;
  const filters = { keywords: mark };
  const found = await ask('configuration/inverter/group/filter', { model: MICRO, filters }, first);
  expect([found.total, found.isAnyAsleep]).toEqual([2, true]);
  expect(found.list.map(({ sleepsUntilIso }) => sleepsUntilIso !== null)).toEqual([false, true]);
  const write = [{ name: 'reconnectTimeS', value: 90 }];
  await ask('configuration/inverter/setupValue', { model: MICRO, filters, devices: 2, write, atSunrise: true }, first);
  const rows = await sql<{ sn: string; isLater: boolean }[]>`
    select sn, starts_at is not null as is_later from commands where sn in (select unnest(${micros}::text[]))`;
  expect(new Map(rows.map(({ sn, isLater }) => [sn, isLater]))).toEqual(
    new Map([
      [micros[0], false],
      [micros[1], true],
    ]),
  );
});
