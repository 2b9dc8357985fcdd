// Roll-outs over a real connection, with gateways that download and verify, or fail at each step; paused, stopped, rolled back; and run by two servers at once.
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
/** Downloads, verifies and announces each update, or fails as `fails` demands. */
async function playUpdates(sn: string, fails?: 'unfetched' | 'damaged' | 'unsigned' | 'rollsBack' | 'silent') {
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const receivedIds = new Set<string>();
  device.client.on('message', (topic, payload) => {
    if (topic !== `hg/${sn}/down/command`) return;
    const { id, parameters } = JSON.parse(payload.toString()) as { id: string; parameters: Record<string, unknown> };
    if (receivedIds.has(id)) return;
    receivedIds.add(id);
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
  return receivedIds;
}
type RolloutPlants = Awaited<ReturnType<typeof createRolloutPlants>>;
/** Runs roll-outs repeatedly, as the job does every few seconds. */
const until = async (read: () => Promise<unknown>, expected: object) =>
  await expect
    .poll(
      async () => {
        await runRollouts(context);
        return await read();
      },
      { timeout: 20_000, interval: 50 },
    )
    .toMatchObject(expected);
const rolloutOf = (plants: RolloutPlants, id: string) => async () => (await plants.detail(id)).rollout;
const updatesOf = async (plants: RolloutPlants) =>
  await sql<{ sid: string; sn: string; state: string }[]>`
    select sid, sn, state from commands where action = 'update' and sid in ${sql(plants.gateways.map(({ sid }) => sid))}`;

test('every device downloads, verifies and installs an update once, wave by wave', async () => {
  const plants = await createRolloutPlants(server, 6);
  await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  const waves = [
    { unit: 'devices', upTo: 2 },
    { unit: 'percent', upTo: 100 },
  ];
  const id = await plants.begun({ plan: { ...PLAN, waves, watchMin: 60 } });
  const read = rolloutOf(plants, id);
  await until(read, { state: 'running', wave: 0, counts: { updated: 2, waiting: 4 } });
  // No other device is updated while the first ones are watched.
  await runRollouts(context);
  expect((await read()).watchedIso).toBe(new Date(clock.now().getTime() + 3_600_000).toISOString());
  expect(await updatesOf(plants)).toHaveLength(2);
  clock.forward(3601);
  await until(read, { state: 'finished', wave: 1, counts: { updated: 6 }, rights: { back: true, stop: false } });
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
  'a wave in which a device fails (%s) stops the roll-out, and no other device is updated',
  async (fails) => {
    const plants = await createRolloutPlants(server, 4);
    await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn, fails)));
    const waves = [
      { unit: 'devices', upTo: 1 },
      { unit: 'percent', upTo: 100 },
    ];
    const id = await plants.begun({ plan: { ...PLAN, waves } });
    await until(rolloutOf(plants, id), {
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

test('silent devices stop a roll-out when they time out, and updates of offline devices are withdrawn', async () => {
  const plants = await createRolloutPlants(server, 3);
  await playUpdates(plants.gateways[0]!.sn, 'silent');
  const id = await plants.begun({ plan: { ...PLAN, withinH: 2 } });
  await until(rolloutOf(plants, id), { state: 'running', counts: { queued: 3 } });
  const sent = async () => (await updatesOf(plants)).filter(({ state }) => state === 'issued').length;
  await expect.poll(sent, { timeout: 10_000 }).toBe(1);
  clock.forward(7201);
  await expireCommands(context);
  await until(rolloutOf(plants, id), { state: 'stopped', reason: 'tooManySilent' });
  await until(rolloutOf(plants, id), { counts: { silent: 1, skipped: 2 } });
  const reasons = (await plants.devices(id)).map(({ sn, reason }) => [sn === plants.gateways[0]!.sn, reason]);
  expect(reasons.toSorted()).toEqual([
    [false, 'withdrawn'],
    [false, 'withdrawn'],
    [true, 'noAnswer'],
  ]);
});

test('devices with control off, another version, or removed from their plant are skipped with the reason and never updated', async () => {
  const plants = await createRolloutPlants(server, 4);
  const [controlOff, newer, removed, queued] = plants.gateways as [
    { sid: string; sn: string },
    ...{ sid: string; sn: string }[],
  ];
  const id = await plants.begun();
  await sql`update sites set control_off_at = now() where sid = ${controlOff.sid}`;
  await sql`update gateways set firmware = '2.0.0' where sn = ${newer!.sn}`;
  await sql`update devices set removed_at = now() where sn = ${removed!.sn}`;
  await until(rolloutOf(plants, id), { counts: { queued: 1, skipped: 3 } });
  const reasons = Object.fromEntries((await plants.devices(id)).map(({ sn, reason }) => [sn, reason]));
  expect(reasons).toMatchObject({ [controlOff.sn]: 'controlIsOff', [newer!.sn]: 'older', [removed!.sn]: 'notThere' });
  expect((await updatesOf(plants)).map(({ sn }) => sn)).toEqual([queued!.sn]);
  // Switching control off ends the waiting update, which is not a failure.
  expect((await call('gateway/control', { sid: queued!.sid, isOff: true }, plants.owning)).code).toBe(200);
  await until(rolloutOf(plants, id), { state: 'finished', counts: { skipped: 4 } });
});

test('pausing withdraws unsent updates, resuming requests them again, and repeated or conflicting answers take effect once', async () => {
  const plants = await createRolloutPlants(server, 3);
  const id = await plants.begun();
  await until(rolloutOf(plants, id), { counts: { queued: 3 } });
  const both = await Promise.all([plants.answer(id, 'pause', 1), plants.answer(id, 'pause', 1)]);
  expect(both.map(({ code }) => code)).toEqual([200, 200]);
  await until(rolloutOf(plants, id), { state: 'paused', revision: 2, counts: { waiting: 3 } });
  expect((await updatesOf(plants)).map(({ state }) => state)).toEqual(Array(3).fill('failed'));
  expect((await plants.answer(id, 'stop', 1, plants.second)).code).toBe(1468);
  const weak = { token: await server.signedIn(plants.one.id) };
  expect((await plants.answer(id, 'resume', 2, weak)).code).toBe(1552);
  expect((await plants.answer(id, 'resume', 2, plants.second)).code).toBe(200);
  await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  await until(rolloutOf(plants, id), { state: 'finished', counts: { updated: 3 } });
  expect((await plants.answer(id, 'stop', 4)).code).toBe(1469);
  const { history } = await plants.detail(id);
  expect(history.map(({ what, by }) => [what, by])).toEqual([
    ['finished', ''],
    ['resumed', plants.two.email],
    ['paused', plants.one.email],
    ['begun', plants.one.email],
  ]);
  const requesters =
    await sql`select distinct asked_by from commands where action = 'update' and state = 'readBack' and sid = ${plants.sid}`;
  expect(requesters).toEqual([{ askedBy: plants.two.id }]);
});

test('a roll-back gives each device its previous version, and leaves out devices whose version is missing or that run another one', async () => {
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
  await until(rolloutOf(plants, id), { state: 'finished', counts: { updated: 4 } });
  await sql`update gateways set firmware = '2.5.0' where sn = ${four!.sn}`;
  await makeFirmware(sql, { versionName: '1.8.0', file });
  await makeFirmware(sql, { versionName: '1.7.0', file });
  expect(await plants.find({ returns: id })).toMatchObject({
    devices: 2,
    missing: [{ versionName: '1.6.0', devices: 1 }],
  });
  const back = await plants.begun({ returns: id, devices: 2 });
  await until(rolloutOf(plants, back), {
    state: 'finished',
    returns: id,
    counts: { updated: 2 },
    rights: { back: false },
  });
  const runs = await sql`select sn, firmware from gateways where sn in ${sql([one!.sn, two!.sn, three!.sn])}`;
  expect(Object.fromEntries(runs.map(({ sn, firmware }) => [sn, firmware]))).toEqual({
    [one!.sn]: '1.8.0',
    [two!.sn]: '1.7.0',
    [three!.sn]: '1.9.0',
  });
  expect((await plants.detail(id)).history[0]).toMatchObject({ what: 'returned', by: plants.one.email });
  expect((await plants.begin({ returns: back, devices: 2 })).code).toBe(1465);
});

test('a roll-out stops when its version is withdrawn and pauses when its requester may no longer update', async () => {
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

test('concurrent and interrupted runs update every device once and begin each wave once', async () => {
  const plants = await createRolloutPlants(server, 8);
  const receivedByDevice = await Promise.all(plants.gateways.map(({ sn }) => playUpdates(sn)));
  const waves = [
    { unit: 'devices', upTo: 3 },
    { unit: 'percent', upTo: 100 },
  ];
  const id = await plants.begun({ plan: { ...PLAN, waves } });
  let rounds = 0;
  const read = async () => {
    // One of the three is aborted early, as by a server that stops.
    const aborting = AbortSignal.timeout(rounds++ % 3);
    await Promise.all([runRollouts(context), runRollouts(context, aborting), runRollouts(context)]);
    return (await plants.detail(id)).rollout;
  };
  await expect
    .poll(read, { timeout: 20_000, interval: 20 })
    .toMatchObject({ state: 'finished', counts: { updated: 8 } });
  expect(await updatesOf(plants)).toHaveLength(8);
  expect(receivedByDevice.map((ids) => ids.size)).toEqual(Array(8).fill(1));
  expect((await plants.detail(id)).history.map(({ what }) => what)).toEqual(['finished', 'wave', 'begun']);
});

test('a roll-out advances however many older ones stay paused', async () => {
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
