// device/history/removed: removed ranges of a device's history, paged, for users with access to the plant.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);

test('lists removals newest first by pages, read-only to a guest, and not at all to a stranger', async () => {
  const guest = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId, sharedWith: [guest.id] });
  const { sn } = await makeDevice(sql, { sid });
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03'])
    await sql`
      insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, state, samples)
      values (${sid}, ${sn}, gen_random_uuid(), ${day}, ${day}, ${day}, ${day}::date + 1, ${`of ${day}`}, ${`${day}T12:00:00Z`}, ${user.id}, 'removed', 288)`;
  const whole = await ask('device/history/removed', { sn }, { token });
  expect(whole.list.map(({ reason }) => reason)).toEqual(['of 2026-03-03', 'of 2026-03-02', 'of 2026-03-01']);
  expect(whole).toMatchObject({ total: 3, mayChange: true });
  expect(whole.list[0]).toMatchObject({
    removedBy: user.email,
    removedIso: '2026-03-03T13:00:00+01:00',
    restorableUntilIso: '2026-04-02T14:00:00+02:00',
    restoredIso: null,
    restoredBy: '',
  });
  const second = await ask('device/history/removed', { sid, sn, page: { size: 2, num: 1 } }, { token });
  expect(second).toMatchObject({ total: 3, list: [{ reason: 'of 2026-03-01' }] });
  const guestToken = await signedIn(guest.id);
  expect(await ask('device/history/removed', { sid, sn }, { token: guestToken })).toMatchObject({
    total: 3,
    mayChange: false,
  });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await call('device/history/removed', { sid, sn }, { token: stranger })).code).toBe(1006);
});
