// Roll-outs moved on over a real connection, with gateways that download and check, or fail at each step; paused, stopped, taken back; and by two at once.
import { checkUpdate } from '@heliograph/simulator/update.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { firmwareFile, MAKER, makeFirmware } from '../../../test/firmware.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { createRolloutPlants, makeRollout, PLAN } from '../../../test/rolloutPlants.ts';
import { expireCommands } from '../../jobs/expireCommands.ts';
import { runRollouts } from './runRollouts.ts';

const server = await mqttServer({}, { FIRMWARE_KEYS: MAKER.hex });
const { app, call, clock, context, sql, port } = server;
const file = firmwareFile(70_000);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
context.config.publicUrl = url;
await makeFirmware(sql, { versionName: '1.9.0', file });

const announce = (firmware: string) => ({
  v: 1,
  at: 0,
  kind: 'gateway',
  model: 'HG-1',
  hardware: '2.1',
  firmware,
  intervalS: 60,
  devices: [],
});
/** Fetches, checks and announces what it was told; or does what `fails` says. */
async function playUpdates(sn: string, fails?: 'unfetched' | 'damaged' | 'unsigned' | 'rollsBack' | 'silent') {
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const known = new Set<string>();
  device.client.on('message', (topic, payload) => {
    if (topic !== `hg/${sn}/down/command`) return;
    const { id, parameters } = JSON.parse(payload.toString()) as { id: string; parameters: Record<string, unknown> };
    if (known.has(id)) return;
    known.add(id);
    const sendAnswer = (state: string, reason = '') =>
      device.up('result', { v: 1, id, at: 0, state, reason, parameters: {} });
    void (async () => {
      if (fails === 'silent') return;
      await sendAnswer('accepted');
      const { refusal, version } = await checkUpdate(parameters, { publicKey: MAKER.pem }, fails);
      if (refusal) return void (await sendAnswer('refused', refusal));
      await sendAnswer('done');
      await device.up('announce', announce(fails === 'rollsBack' ? '1.8.0' : version));
    })().catch(() => {});
  });
  await device.client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  return known;
}
type RolloutPlants = Awaited<ReturnType<typeof createRolloutPlants>>;
/** As the job does it every few seconds. */
const until = async (is: () => Promise<unknown>, wanted: object) =>
  await expect
    .poll(
      async () => {
        await runRollouts(context);
        return await is();
      },
      { timeout: 20_000, interval: 50 },
    )
    .toMatchObject(wanted);
const told = (plants: RolloutPlants, id: string) => async () => (await plants.detail(id)).rollout;
const updatesOf = async (plants: RolloutPlants) =>
  await sql<{ sid: string; sn: string; state: string }[]>`
    select sid, sn, state from commands where action = 'update' and sid in ${sql(plants.gateways.map(({ sid }) => sid))}`;

test('wave after wave every device downloads, checks and installs it; each is asked once', async () => {
  const plants = await createRolloutPlants(server, 6);
  await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  const waves = [
    { unit: 'devices', upTo: 2 },
    { unit: 'percent', upTo: 100 },
  ];
  const id = await plants.begun({ plan: { ...PLAN, waves, watchMin: 60 } });
  const is = told(plants, id);
  await until(is, { state: 'running', wave: 0, counts: { updated: 2, waiting: 4 } });
  // Nobody else is asked while the first ones are watched.
  await runRollouts(context);
  expect((await is()).watchedIso).toBe(new Date(clock.now().getTime() + 3_600_000).toISOString());
  expect(await updatesOf(plants)).toHaveLength(2);
  clock.forward(3601);
  await until(is, { state: 'finished', wave: 1, counts: { updated: 6 }, rights: { back: true, stop: false } });
  expect(await updatesOf(plants)).toHaveLength(6);
  const { history } = await plants.detail(id);
  expect(history.map(({ what }) => what)).toEqual(['finished', 'wave', 'watching', 'begun']);
  const lines = await sql`
    select after from audit_log where action = 'configuration/ota/update' and after ->> 'rollout' = ${id}`;
  expect(lines).toHaveLength(6);
  const [end] = await sql`select after from audit_log where object = ${`rollout ${id}`} order by id desc limit 1`;
  expect(end!.after).toEqual({ state: 'finished' });
});

test.each(['unfetched', 'damaged', 'unsigned', 'rollsBack'] as const)(
  'a wave in which a device fails (%s) stops the roll-out, and no other is asked',
  async (fails) => {
    const plants = await createRolloutPlants(server, 4);
    await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn, fails)));
    const waves = [
      { unit: 'devices', upTo: 1 },
      { unit: 'percent', upTo: 100 },
    ];
    const id = await plants.begun({ plan: { ...PLAN, waves } });
    await until(told(plants, id), {
      state: 'stopped',
      reason: 'tooManyFailed',
      wave: 0,
      counts: { failed: 1, skipped: 3 },
      rights: { back: false, resume: false },
    });
    expect(await updatesOf(plants)).toHaveLength(1);
    const list = await plants.devices(id, { step: 'failed' });
    const reasons = { unfetched: 'downloadFailed', damaged: 'checksum', unsigned: 'signature', rollsBack: 'differs' };
    expect(list).toMatchObject([{ reason: reasons[fails], before: '1.8.0', wave: 0 }]);
    expect((await plants.devices(id, { wave: 1 })).map(({ reason }) => reason)).toEqual(Array(3).fill('stopped'));
  },
);

test('devices of which nothing is heard stop it when their time is over, and those that were away are asked no more', async () => {
  const plants = await createRolloutPlants(server, 3);
  await playUpdates(plants.gateways[0]!.sn, 'silent');
  const id = await plants.begun({ plan: { ...PLAN, withinH: 2 } });
  await until(told(plants, id), { state: 'running', counts: { queued: 3 } });
  const sent = async () => (await updatesOf(plants)).filter(({ state }) => state === 'issued').length;
  await expect.poll(sent, { timeout: 10_000 }).toBe(1);
  clock.forward(7201);
  await expireCommands(context);
  await until(told(plants, id), { state: 'stopped', reason: 'tooManySilent' });
  await until(told(plants, id), { counts: { silent: 1, skipped: 2 } });
  const reasons = (await plants.devices(id)).map(({ sn, reason }) => [sn === plants.gateways[0]!.sn, reason]);
  expect(reasons.toSorted()).toEqual([
    [false, 'withdrawn'],
    [false, 'withdrawn'],
    [true, 'noAnswer'],
  ]);
});

test('an owner’s no, another version and a device that has gone are skipped with their reason, and never asked', async () => {
  const plants = await createRolloutPlants(server, 4);
  const [off, newer, gone, late] = plants.gateways as [{ sid: string; sn: string }, ...{ sid: string; sn: string }[]];
  const id = await plants.begun();
  await sql`update sites set control_off_at = now() where sid = ${off.sid}`;
  await sql`update gateways set firmware = '2.0.0' where sn = ${newer!.sn}`;
  await sql`update devices set removed_at = now() where sn = ${gone!.sn}`;
  await until(told(plants, id), { counts: { queued: 1, skipped: 3 } });
  const reasons = Object.fromEntries((await plants.devices(id)).map(({ sn, reason }) => [sn, reason]));
  expect(reasons).toMatchObject({ [off.sn]: 'controlIsOff', [newer!.sn]: 'older', [gone!.sn]: 'notThere' });
  expect((await updatesOf(plants)).map(({ sn }) => sn)).toEqual([late!.sn]);
  // The switch ends what waits, which is no failure.
  expect((await call('gateway/control', { sid: late!.sid, isOff: true }, plants.owning)).code).toBe(200);
  await until(told(plants, id), { state: 'finished', counts: { skipped: 4 } });
});

test('paused it takes back what was not sent, resumed it asks again; asked twice it is done once, and of two people one is told', async () => {
  const plants = await createRolloutPlants(server, 3);
  const id = await plants.begun();
  await until(told(plants, id), { counts: { queued: 3 } });
  const both = await Promise.all([plants.answer(id, 'pause', 1), plants.answer(id, 'pause', 1)]);
  expect(both.map(({ code }) => code)).toEqual([200, 200]);
  await until(told(plants, id), { state: 'paused', revision: 2, counts: { waiting: 3 } });
  expect((await updatesOf(plants)).map(({ state }) => state)).toEqual(Array(3).fill('failed'));
  expect((await plants.answer(id, 'stop', 1, plants.second)).code).toBe(1468);
  const weak = { token: await server.signedIn(plants.one.id) };
  expect((await plants.answer(id, 'resume', 2, weak)).code).toBe(1552);
  expect((await plants.answer(id, 'resume', 2, plants.second)).code).toBe(200);
  await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  await until(told(plants, id), { state: 'finished', counts: { updated: 3 } });
  expect((await plants.answer(id, 'stop', 4)).code).toBe(1469);
  const { history } = await plants.detail(id);
  expect(history.map(({ what, by }) => [what, by])).toEqual([
    ['finished', ''],
    ['resumed', plants.two.email],
    ['paused', plants.one.email],
    ['begun', plants.one.email],
  ]);
  const asked =
    await sql`select distinct asked_by from commands where action = 'update' and state = 'readBack' and sid = ${plants.sid}`;
  expect(asked).toEqual([{ askedBy: plants.two.id }]);
});

test('taken back, each device gets the version that it came from; one whose version is gone, or that runs another, is told', async () => {
  const plants = await createRolloutPlants(server, 4);
  const [one, two, three, four] = plants.gateways as { sid: string; sn: string }[];
  await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  for (const [{ sn }, firmware] of [
    [two!, '1.7.0'],
    [three!, '1.6.0'],
  ] as const)
    await sql`update gateways set firmware = ${firmware} where sn = ${sn}`;
  const id = await plants.begun();
  expect((await plants.begin({ returns: id, devices: 4 })).code).toBe(1592);
  await until(told(plants, id), { state: 'finished', counts: { updated: 4 } });
  await sql`update gateways set firmware = '2.5.0' where sn = ${four!.sn}`;
  await makeFirmware(sql, { versionName: '1.8.0', file });
  await makeFirmware(sql, { versionName: '1.7.0', file });
  expect(await plants.find({ returns: id })).toMatchObject({
    devices: 2,
    missing: [{ versionName: '1.6.0', devices: 1 }],
  });
  const back = await plants.begun({ returns: id, devices: 2 });
  await until(told(plants, back), { state: 'finished', returns: id, counts: { updated: 2 }, rights: { back: false } });
  const runs = await sql`select sn, firmware from gateways where sn in ${sql([one!.sn, two!.sn, three!.sn])}`;
  expect(Object.fromEntries(runs.map(({ sn, firmware }) => [sn, firmware]))).toEqual({
    [one!.sn]: '1.8.0',
    [two!.sn]: '1.7.0',
    [three!.sn]: '1.9.0',
  });
  expect((await plants.detail(id)).history[0]).toMatchObject({ what: 'returned', by: plants.one.email });
  expect((await plants.begin({ returns: back, devices: 2 })).code).toBe(1465);
});

test('a version that is taken back stops it; who may not update any more pauses it', async () => {
  const plants = await createRolloutPlants(server, 2);
  const id = await makeFirmware(sql, { versionName: '3.0.0' });
  const rollout = await plants.begun({ id });
  await sql`update memberships set frozen_at = now() where user_id = ${plants.one.id}`;
  await until(async () => (await plants.detail(rollout, plants.second)).rollout, {
    state: 'paused',
    reason: 'askerGone',
  });
  expect(await updatesOf(plants)).toEqual([]);
  expect((await plants.answer(rollout, 'resume', 2, plants.second)).code).toBe(200);
  await sql`update firmware set published_at = null where id = ${id}`;
  await until(async () => (await plants.detail(rollout, plants.second)).rollout, {
    state: 'stopped',
    reason: 'notPublished',
    counts: { skipped: 2 },
  });
  await sql`update memberships set frozen_at = null where user_id = ${plants.one.id}`;
});

test('by several at once, and broken off anywhere, every device is asked once and each wave begins once', async () => {
  const plants = await createRolloutPlants(server, 8);
  const heard = await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  const waves = [
    { unit: 'devices', upTo: 3 },
    { unit: 'percent', upTo: 100 },
  ];
  const id = await plants.begun({ plan: { ...PLAN, waves } });
  let rounds = 0;
  const is = async () => {
    // One of the three is told to end at once, as a server is that stops.
    const broken = AbortSignal.timeout(rounds++ % 3);
    await Promise.all([runRollouts(context), runRollouts(context, broken), runRollouts(context)]);
    return (await plants.detail(id)).rollout;
  };
  await expect.poll(is, { timeout: 20_000, interval: 20 }).toMatchObject({ state: 'finished', counts: { updated: 8 } });
  expect(await updatesOf(plants)).toHaveLength(8);
  expect(heard.map((known) => known.size)).toEqual(Array(8).fill(1));
  expect((await plants.detail(id)).history.map(({ what }) => what)).toEqual(['finished', 'wave', 'begun']);
});

test('one is moved on however many older ones are paused for ever', async () => {
  const plants = await createRolloutPlants(server, 1);
  const { sid, sn } = await makeDevice(sql, { sid: plants.sid, product: 'HG-1' });
  const older: string[] = [];
  for (let n = 0; n < 101; n++)
    older.push(await makeRollout(sql, { sid, sn, companyId: plants.companyId, state: 'paused' }));
  const id = await plants.begun();
  await runRollouts(context);
  expect((await plants.detail(id)).rollout.counts).toEqual({ queued: 1 });
  await sql`update rollouts set state = 'stopped', settled_at = now() where id in ${sql(older)}`;
});
