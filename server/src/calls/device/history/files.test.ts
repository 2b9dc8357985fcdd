// device/history/files: the user's own files for plants they can access now, with their state.
import { expect, test } from 'vitest';
import { endShares, makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';
import { makeUserFiles } from '../../../readings/makeFiles.ts';

const server = await testServer();
const { ask, call, clock, context, sql, signedIn } = server;
const { id: userId, email, companyId } = await makeUser(sql);
const token = await signedIn(userId);

test('lists progress, size and expiry from waiting to ready, newest first, by plant or device', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 212.5 });
  const other = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  const { id } = await ask(
    'device/history/files/ask',
    { sid, sn, start: '2026-06-14', end: '2026-06-15', format: 'xlsx', quantities: ['powerW'] },
    { token },
  );
  const one = async () => (await ask('device/history/files', {}, { token })).list[0]!;
  expect(await one()).toEqual({
    id,
    sid,
    siteName: expect.any(String),
    sn,
    alias: '',
    sns: [],
    deviceCount: 1,
    start: '2026-06-14',
    end: '2026-06-15',
    format: 'xlsx',
    quantities: ['powerW'],
    name: `${sn}_2026-06-14_2026-06-15.xlsx`,
    state: 'waiting',
    doneDays: 0,
    days: 2,
    bytes: 0,
    failure: null,
    failureText: '',
    askedBy: email,
    askedIso: '2026-06-15T12:00:00+02:00',
    readyIso: null,
    untilIso: null,
  });
  clock.forward(60);
  await ask('device/history/files/ask', { ...other, start: '2026-06-15' }, { token });
  expect((await ask('device/history/files', {}, { token })).underWay).toBe(2);
  await makeUserFiles(context);
  const { list, total, underWay } = await ask('device/history/files', {}, { token });
  expect([list.map((file) => file.sn), total, underWay]).toEqual([[other.sn, sn], 2, 0]);
  expect(list[1]).toMatchObject({ state: 'ready', doneDays: 2, days: 2, readyIso: '2026-06-15T12:01:00+02:00' });
  expect(list[1]!.untilIso).toBe('2026-06-16T12:01:00+02:00');
  expect(list[1]!.bytes).toBeGreaterThan(1000);
  for (const body of [{ sid }, { sn }, { sid, sn }, { page: { size: 1, num: 1 } }])
    expect((await ask('device/history/files', body, { token })).list.map((file) => file.id)).toEqual([id]);
  expect((await ask('device/history/files', { sid: other.sid, sn }, { token })).total).toBe(0);
  // Others see none of them, and nobody sees them a day later.
  const colleague = await signedIn((await makeUser(sql, { companyId })).id);
  expect((await ask('device/history/files', {}, { token: colleague })).list).toEqual([]);
  clock.forward(86_400);
  const renewed = await signedIn(userId);
  expect((await ask('device/history/files', {}, { token: renewed })).total).toBe(0);
  clock.set('2026-06-15T10:00:00Z');
});

test('hides files of a plant that is no longer shared', async () => {
  const guest = await makeUser(sql, { role: 'owner', companyId: await makeCompany(sql) });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId, sharedWith: [guest.id] }) });
  const theirs = await signedIn(guest.id);
  await ask('device/history/files/ask', { sid, sn, start: '2026-06-15' }, { token: theirs });
  expect((await ask('device/history/files', {}, { token: theirs })).total).toBe(1);
  await endShares(sql, sid);
  expect((await ask('device/history/files', {}, { token: theirs })).list).toEqual([]);
});

test('refuses malformed IDs and pages, naming the field', async () => {
  for (const id of ['', 'x', '0', '../..', 1, null, []]) {
    for (const path of ['device/history/files/fetch', 'device/history/files/remove'] as const)
      expect(await call(path, { id } as never, { token })).toMatchObject({
        code: 400,
        msg: expect.stringContaining('id'),
      });
  }
});
