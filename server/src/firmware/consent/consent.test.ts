// Roll-outs with consent: waves are filled with the devices of consenting owners, an owner's silence never counts as a silent device, and a refusal is final.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { createRolloutPlants, PLAN } from '../../../test/rolloutPlants.ts';
import { testServer } from '../../../test/testServer.ts';
import { runRollouts } from '../rollouts/runRollouts.ts';
import { requestConsent } from './requestConsent.ts';

const server = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});
const { ask, call, clock, context, signedIn, sql } = server;

const waves = (first: number) => ({
  ...PLAN,
  waves: [
    { unit: 'devices' as const, upTo: first },
    { unit: 'percent' as const, upTo: 100 },
  ],
});

async function beginRollout(count: number, more: object = {}) {
  const plants = await createRolloutPlants(server, count);
  const id = await plants.begun({ asksOwners: undefined, plan: waves(2), ...more });
  // With a new session, as days may have passed.
  const answerOf = async (sid: string, answer: 'yes' | 'no') =>
    await call('site/updates/answer', { sid, id, answer }, await plants.strong(plants.owner.id));
  const counts = async () => {
    await runRollouts(context);
    return (await plants.detail(id, await plants.strong(plants.one.id))).rollout;
  };
  /** Completes every update that was begun. */
  const install = async () => {
    const { count } = await sql`
      update commands set state = 'readBack', ended_at = ${clock.now()}
      where action = 'update' and state = 'approved' and sid in ${sql(plants.gateways.map(({ sid }) => sid))}`;
    return count;
  };
  const wave = async (n: number) =>
    (await sql<{ sid: string }[]>`select sid from rollout_devices where rollout_id = ${id} and wave = ${n}`).map(
      ({ sid }) => sid,
    );
  return { ...plants, id, answerOf, counts, install, wave };
}

test('devices of owners who consent first form the first wave, and owners who do not answer are not silent devices', async () => {
  const { answerOf, counts, gateways, id, install, wave, owner, strong } = await beginRollout(5);
  expect(await counts()).toMatchObject({ state: 'running', wave: 0, asksOwners: true, counts: { asking: 5 } });
  clock.forward(3 * 86_400);
  const agreeing = gateways.slice(0, 3).map(({ sid }) => sid);
  for (const sid of agreeing) expect((await answerOf(sid, 'yes')).code).toBe(200);
  expect((await counts()).counts).toEqual({ asking: 2, waiting: 1, queued: 2 });
  const first = await wave(0);
  expect(first).toHaveLength(2);
  for (const sid of first) expect(agreeing).toContain(sid);
  expect((await ask('site/updates', { sid: agreeing[0]! }, await strong(owner.id))).list[0]).toMatchObject({
    id,
    answer: 'yes',
  });
  await install();
  // The first wave has ended; one device of the second may be updated.
  expect(await counts()).toMatchObject({ wave: 1, counts: { asking: 2, queued: 1, updated: 2 } });
  await install();
  expect(await counts()).toMatchObject({ state: 'running', counts: { asking: 2, updated: 3 } });
  const [no, silent] = gateways.slice(3).map(({ sid }) => sid);
  expect((await answerOf(no!, 'no')).code).toBe(200);
  expect((await answerOf(no!, 'yes')).code).toBe(1641);
  expect((await counts()).counts).toEqual({ asking: 1, skipped: 1, updated: 3 });
  clock.forward(12 * 86_400);
  const ended = await counts();
  expect(ended).toMatchObject({ state: 'finished', reason: '', counts: { skipped: 2, updated: 3 } });
  const rows = await sql<{ sid: string; reason: string }[]>`
    select sid, reason from rollout_devices where rollout_id = ${id} and step = 'skipped'`;
  expect(new Map(rows.map(({ sid, reason }) => [sid, reason]))).toEqual(
    new Map([
      [no, 'ownerRefused'],
      [silent, 'ownerSilent'],
    ]),
  );
});

test('an answer after the end of the roll-out is refused', async () => {
  const plants = await beginRollout(2);
  const { answer, answerOf, counts, gateways, id } = plants;
  await counts();
  expect((await answer(id, 'stop', 1)).code).toBe(200);
  expect((await counts()).counts).toEqual({ skipped: 2 });
  expect((await answerOf(gateways[0]!.sid, 'yes')).code).toBe(1642);
  expect((await ask('site/updates', { sid: gateways[0]!.sid }, plants.owning)).list).toEqual([]);
});

test('owners can answer while a roll-out is paused, and concurrent runs update each device once', async () => {
  const { answer, answerOf, counts, gateways, id } = await beginRollout(2);
  await answer(id, 'pause', 1);
  await counts();
  for (const { sid } of gateways) expect((await answerOf(sid, 'yes')).code).toBe(200);
  expect((await counts()).counts).toEqual({ asking: 2 });
  await answer(id, 'resume', 2);
  await Promise.all([runRollouts(context), runRollouts(context), runRollouts(context)]);
  expect((await counts()).counts).toEqual({ queued: 2 });
  expect(
    await sql`select from commands where action = 'update' and sid in ${sql(gateways.map(({ sid }) => sid))}`,
  ).toHaveLength(2);
});

test('a plant without an owner needs no consent, and one with a new owner does before its turn', async () => {
  const plants = await createRolloutPlants(server, 2);
  const [ownerless, later] = plants.gateways;
  await sql`update sites set owner_id = null where sid in ${sql([ownerless!.sid, later!.sid])}`;
  const { owned, asksOwners } = await plants.find();
  expect([owned, asksOwners]).toEqual([0, true]);
  const id = await plants.begun({ asksOwners: undefined });
  const owner = await makeUser(sql, { role: 'owner' });
  await sql`update sites set owner_id = ${owner.id} where sid = ${later!.sid}`;
  await runRollouts(context);
  const { rollout } = await plants.detail(id);
  expect(rollout.counts).toEqual({ asking: 1, queued: 1 });
  // The owner leaves: no consent is needed.
  await sql`update sites set owner_id = null where sid = ${later!.sid}`;
  await runRollouts(context);
  expect((await plants.detail(id)).rollout.counts).toEqual({ queued: 2 });
});

test('a required version needs no consent by default', async () => {
  const plants = await createRolloutPlants(server, 1);
  await sql`update firmware set is_forced = true where id = ${plants.id}`;
  expect((await plants.find()).asksOwners).toBe(false);
  expect((await plants.find()).owned).toBe(1);
  const id = await plants.begun({ asksOwners: undefined });
  await runRollouts(context);
  expect((await plants.detail(id)).rollout).toMatchObject({ asksOwners: false, counts: { queued: 1 } });
  await sql`update firmware set is_forced = false where id = ${plants.id}`;
});

test('an owner of several plants gets one mail for all, and a notification for each plant on subscribed channels', async () => {
  await sql`update update_questions set told_at = now()`;
  const plants = await beginRollout(3);
  const token = await signedIn(plants.owner.id);
  await ask('webhook/create', { name: 'Chat', url: 'https://hooks.example.com/', events: ['update.asked'] }, { token });
  const other = await signedIn(plants.one.id);
  await ask(
    'webhook/create',
    { name: 'Chat', url: 'https://hooks.example.com/', events: ['update.asked'] },
    { token: other },
  );
  expect(await requestConsent(context)).toBe(3);
  expect(await requestConsent(context)).toBe(0);
  const mails = await sql<{ toEmail: string; text: string }[]>`
    select to_email, text_part as text from mails where purpose = 'updateAsked'`;
  expect(mails).toMatchObject([{ toEmail: plants.owner.email }]);
  expect(mails[0]!.text).toContain('1.9.0');
  for (const n of [0, 1, 2]) expect(mails[0]!.text).toContain(`${plants.mark} ${n}`);
  // It names who asks, each device, and both versions.
  const { list } = await ask('site/updates', { sid: plants.gateways[0]!.sid }, await plants.strong(plants.owner.id));
  expect(mails[0]!.text).toContain(`${list[0]!.company} would like to install firmware 1.9.0`);
  for (const { sn } of plants.gateways)
    expect(mails[0]!.text).toContain(`${sn}: ${list[0]!.devices[0]!.before} → 1.9.0`);
  const deliveries = await sql<{ userId: number }[]>`select user_id from deliveries where event = 'update.asked'`;
  expect(deliveries.map(({ userId }) => userId)).toEqual([plants.owner.id, plants.owner.id, plants.owner.id]);
});

test('a new owner is asked whatever the former owner answered, and updates already begun continue', async () => {
  const plants = await beginRollout(3);
  const { answerOf, counts, gateways, id, strong, wave } = plants;
  await counts();
  await requestConsent(context);
  for (const { sid } of gateways) expect((await answerOf(sid, 'yes')).code).toBe(200);
  expect((await counts()).counts).toEqual({ queued: 2, waiting: 1 });
  const [begun] = await wave(0);
  const [waiting] = await wave(1);
  const buyer = await makeUser(sql, { role: 'owner' });
  await sql`
    update sites set owner_id = ${buyer.id}, seen_by = seen_by || ${buyer.id}::int where sid in ${sql([begun!, waiting!])}`;
  const buying = await strong(buyer.id);
  const questionFor = async (sid: string) => (await ask('site/updates', { sid }, buying)).list[0]!;
  expect(await questionFor(waiting!)).toMatchObject({ answer: '', rights: { answer: true } });
  expect(await questionFor(begun!)).toMatchObject({ answer: 'yes', rights: { answer: false } });
  await plants.install();
  // Its turn has come, and it waits for the new owner's answer.
  expect((await counts()).counts).toEqual({ asking: 1, updated: 2 });
  clock.forward(60);
  await requestConsent(context);
  const mails = await sql`select from mails where purpose = 'updateAsked' and to_email = ${buyer.email}`;
  expect(mails).toHaveLength(1);
  expect(Date.parse((await questionFor(waiting!)).endsIso) - clock.now().getTime()).toBe(14 * 86_400_000);
  expect((await counts()).counts).toEqual({ asking: 1, updated: 2 });
  expect((await call('site/updates/answer', { sid: waiting!, id, answer: 'yes' }, buying)).code).toBe(200);
  expect((await counts()).counts).toEqual({ queued: 1, updated: 2 });
});
