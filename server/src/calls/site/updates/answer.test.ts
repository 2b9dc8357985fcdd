// site/updates/answer: an update waits for the consent of the plant's owner only, given once and in time.
import { expect, test } from 'vitest';
import { makeCompany, makeUser, shareSite } from '../../../../test/factories.ts';
import { makeFirmware, tellVersions } from '../../../../test/firmware.ts';
import { createGatewayPlant } from '../../../../test/gatewayPlant.ts';
import { makeApiToken } from '../../../../test/signIns.ts';
import { testServer } from '../../../../test/testServer.ts';
import { requestConsent } from '../../../firmware/consent/requestConsent.ts';
import { expireCommands } from '../../../jobs/expireCommands.ts';

const server = await testServer();
const { ask, call, clock, context, signedIn, sql } = server;
const id = await makeFirmware(sql, { versionName: '1.9.0' });
const forced = await makeFirmware(sql, { versionName: '1.9.1', isForced: true });
await sql`update firmware set description = 'Fewer restarts.' where id = ${id}`;

async function createConsentPlant() {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first, owning } = plant;
  await tellVersions(sql, { sid, sn });
  const update = async (more: object = {}, who = first) =>
    (await ask('configuration/ota/update', { sid, sn, id, ...more }, who)).update;
  const requests = async (who = owning) => (await ask('site/updates', { sid }, who)).list;
  const answer = (question: string, word: string, more: object = {}, who = owning) =>
    call('site/updates/answer', { sid, id: question, answer: word, ...more } as never, who);
  const state = async (command: string) =>
    (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${command}`)[0];
  return { ...plant, update, requests, answer, state };
}

test('waits for the owner’s consent, and shows the owner what is requested and by whom', async () => {
  const { sid, sn, update, requests, answer, state, first } = await createConsentPlant();
  const one = await update();
  expect(one).toMatchObject({ step: 'asking', versionName: '1.9.0' });
  expect(await state(one.id)).toEqual({ state: 'draft', reason: '' });
  const [question] = await requests();
  expect(question).toMatchObject({
    id: one.id,
    isRollout: false,
    description: 'Fewer restarts.',
    answer: '',
    rights: { answer: true },
    devices: [{ sn, before: '1.8.0', versionName: '1.9.0' }],
  });
  expect(question!.company).not.toBe('');
  expect(Date.parse(question!.endsIso) - clock.now().getTime()).toBe(14 * 86_400_000);
  // Another update of the same device waits as for any update in progress.
  expect((await call('configuration/ota/update', { sid, sn, id }, first)).code).toBe(1577);
  const yes = await answer(one.id, 'yes');
  expect(yes.data.question).toMatchObject({ answer: 'yes', rights: { answer: false } });
  expect(await state(one.id)).toEqual({ state: 'approved', reason: '' });
  const [{ queuedAt, expiresAt }] = await sql<[{ queuedAt: Date; expiresAt: Date }]>`
    select queued_at, expires_at from commands where id = ${one.id}`;
  expect(expiresAt.getTime() - queuedAt.getTime()).toBe(86_400_000);
  const { list } = await ask('configuration/ota/list/sn', { id, filters: { keywords: sn } }, first);
  expect(list[0]!.update).toMatchObject({ step: 'queued' });
});

test('refuses answers by a stranger, another company, a guest, the requester and a program', async () => {
  const plant = await createConsentPlant();
  const { sid, owner, first, second, update, requests, answer, state, strong } = plant;
  const { id: one } = await update();
  const companyId = await makeCompany(sql);
  const manager = await makeUser(sql, { companyId });
  await sql`update memberships set is_company_owner = true where user_id = ${manager.id}`;
  const guest = await makeUser(sql, { role: 'owner' });
  await shareSite(sql, sid, guest.id);
  const stranger = await makeUser(sql, { role: 'owner' });
  const outside = [await strong(manager.id), await strong(stranger.id)];
  for (const who of outside) {
    expect((await answer(one, 'yes', {}, who)).code).toBe(1005);
    expect((await call('site/updates', { sid }, who)).code).toBe(1005);
  }
  const guesting = { token: await signedIn(guest.id) };
  expect((await answer(one, 'yes', {}, guesting as never)).code).toBe(1301);
  expect((await requests(guesting as never))[0]!.rights.answer).toBe(false);
  for (const who of [first, second]) {
    expect((await answer(one, 'yes', {}, who)).code).toBe(1640);
    expect((await requests(who))[0]!.rights.answer).toBe(false);
  }
  // Nor can a second person of the company approve it instead; it can be withdrawn.
  for (const word of ['approve', 'refuse'] as const)
    expect((await call('gateway/commands/answer', { sid, id: one, answer: word }, second)).code).toBe(1644);
  const [shown] = (await ask('gateway/commands/list', { sid }, second)).list;
  expect(shown).toMatchObject({ state: 'draft', rights: { approve: false, withdraw: true } });
  const { token } = await makeApiToken(sql, { userId: owner.id, scope: 'control', at: clock.now() });
  expect((await answer(one, 'yes', {}, { token } as never)).code).toBe(1640);
  expect(await state(one)).toEqual({ state: 'draft', reason: '' });
  expect((await call('gateway/commands/answer', { sid, id: one, answer: 'withdraw' }, second)).code).toBe(200);
  expect(await requests()).toEqual([]);
  expect((await answer(one, 'yes')).code).toBe(1642);
});

test('counts one of two concurrent answers, accepts the same answer again, and treats no as final', async () => {
  const { update, answer, state } = await createConsentPlant();
  const { id: one } = await update();
  const both = await Promise.all([answer(one, 'yes'), answer(one, 'no')]);
  // After a yes the request is shown as answered; after a no it has ended.
  const isYes = both[0]!.code === 200;
  expect(both.map(({ code }) => code)).toEqual(isYes ? [200, 1641] : [1642, 200]);
  if (isYes) expect((await answer(one, 'yes')).code).toBe(200);
  expect((await state(one))!.state).toBe(isYes ? 'approved' : 'failed');
  const next = await createConsentPlant();
  const { id: other } = await next.update();
  expect((await next.answer(other, 'no')).code).toBe(200);
  expect(await next.state(other)).toEqual({ state: 'failed', reason: 'ownerRefused' });
  expect((await next.answer(other, 'yes')).code).toBe(1642);
  expect(await next.requests()).toEqual([]);
});

test('postpones until a day, asks again, and leaves the device unchanged without an answer', async () => {
  const { sid, owner, strong, update, requests, answer, state } = await createConsentPlant();
  const { id: one } = await update();
  const [{ timezone }] = await sql<[{ timezone: string }]>`select timezone from sites where sid = ${sid}`;
  const dayIn = (days: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(clock.now().getTime() + days * 86_400_000);
  for (const days of [0, -1, 31]) expect((await answer(one, 'later', { day: dayIn(days) })).code).toBe(1643);
  expect((await answer(one, 'later')).code).toBe(400);
  expect((await answer(one, 'yes', { day: dayIn(3) })).code).toBe(400);
  const put = await answer(one, 'later', { day: dayIn(20) });
  expect(put.data.question).toMatchObject({ answer: 'later', rights: { answer: true } });
  clock.forward(15 * 86_400);
  await expireCommands(context);
  await requestConsent(context);
  expect((await state(one))!.state).toBe('draft');
  clock.forward(5 * 86_400);
  await requestConsent(context);
  expect((await requests(await strong(owner.id)))[0]).toMatchObject({ answer: '', laterIso: null });
  clock.forward(15 * 86_400);
  await expireCommands(context);
  expect(await state(one)).toEqual({ state: 'expired', reason: 'ownerSilent' });
  expect((await answer(one, 'yes', {}, await strong(owner.id))).code).toBe(1642);
});

test('asks nobody for a required version, a rollback, the requester’s own plant or one without an owner, unless requested', async () => {
  const required = await createConsentPlant();
  expect(await required.update({ id: forced })).toMatchObject({ step: 'queued' });
  const byRequest = await createConsentPlant();
  expect(await byRequest.update({ id: forced, asksOwner: true })).toMatchObject({ step: 'asking' });
  const withoutConsent = await createConsentPlant();
  expect(await withoutConsent.update({ asksOwner: false })).toMatchObject({ step: 'queued' });
  const own = await createConsentPlant();
  await sql`update sites set owner_id = ${own.one.id} where sid = ${own.sid}`;
  expect(await own.update({ asksOwner: true })).toMatchObject({ step: 'queued' });
  const ownerless = await createConsentPlant();
  await sql`update sites set owner_id = null where sid = ${ownerless.sid}`;
  expect(await ownerless.update({ asksOwner: true })).toMatchObject({ step: 'queued' });
});

test('refuses a yes while remote control is off, and ends an update that no longer fits', async () => {
  const { sid, sn, owning, update, answer, state } = await createConsentPlant();
  const { id: one } = await update();
  await tellVersions(sql, { sid, sn, firmware: '1.9.0' });
  expect((await answer(one, 'yes')).code).toBe(200);
  expect(await state(one)).toEqual({ state: 'failed', reason: 'withdrawn' });
  await tellVersions(sql, { sid, sn });
  const { id: other } = await update();
  await ask('gateway/control', { sid, isOff: true }, owning);
  expect(await state(other)).toEqual({ state: 'failed', reason: 'controlOff' });
  expect((await answer(other, 'yes')).code).toBe(1642);
});

test('asks a new owner again, with the full time to answer', async () => {
  const { sid, owner, strong, update, answer, state } = await createConsentPlant();
  const { id: one } = await update();
  await requestConsent(context);
  clock.forward(13 * 86_400);
  const buyer = await makeUser(sql, { role: 'owner' });
  await sql`update sites set owner_id = ${buyer.id}, seen_by = array[-1, -2, ${buyer.id}]::int[] where sid = ${sid}`;
  expect(await requestConsent(context)).toBe(1);
  expect(await requestConsent(context)).toBe(0);
  clock.forward(13 * 86_400);
  await expireCommands(context);
  expect(await state(one)).toEqual({ state: 'draft', reason: '' });
  expect((await answer(one, 'yes', {}, await strong(owner.id))).code).toBe(1005);
  expect((await answer(one, 'no', {}, await strong(buyer.id))).code).toBe(200);
  expect(await state(one)).toEqual({ state: 'failed', reason: 'ownerRefused' });
});

test('ends an update on a yes if the requester may no longer request it', async () => {
  for (const revoke of [
    (uid: number) => sql`update memberships set frozen_at = now() where user_id = ${uid}`,
    (uid: number) => sql`delete from memberships where user_id = ${uid}`,
    async (uid: number) => {
      const [role] = await sql<{ id: number }[]>`
        insert into roles (code, name, scope) values ('looking', 'Looking', 'branch') returning id`;
      await sql`update memberships set role_id = ${role!.id} where user_id = ${uid}`;
    },
    (uid: number) => sql`update users set frozen_at = now() where id = ${uid}`,
    async (_: number, sid: string) =>
      await sql`update sites set company_id = ${await makeCompany(sql)}, created_by = null where sid = ${sid}`,
  ]) {
    const { sid, one: requester, update, answer, state } = await createConsentPlant();
    const { id } = await update();
    await revoke(requester.id, sid);
    const shown = await answer(id, 'yes');
    expect(shown.code).toBe(200);
    expect(await state(id)).toEqual({ state: 'failed', reason: 'withdrawn' });
  }
});

test('sends no mail to an owner who answered before it was sent', async () => {
  const { sid, update, answer } = await createConsentPlant();
  const { id: one } = await update();
  expect((await answer(one, 'yes')).code).toBe(200);
  await requestConsent(context);
  expect(await sql`select told_at, ended_at from update_questions where sid = ${sid} and id = ${one}`).toEqual([
    { toldAt: null, endedAt: null },
  ]);
});
