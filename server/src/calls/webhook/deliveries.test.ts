// webhook/deliveries: a page of the user's own log, without names of inaccessible plants.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';
import { makeSite } from '../../../test/factories.ts';

const { ask, call, person, sql } = await startChannelServer();

test('pages through the log, newest first', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  const foreign = await makeSite(sql, { name: 'Foreign' });
  for (const [minute, sid] of [one.sid, foreign, null].entries())
    await sql`
      insert into deliveries (id, channel_id, user_id, event, about_sid, fact, at, made_at, next_try_at)
      values (gen_random_uuid(), ${id}, ${one.id}, ${sid ? 'alert.began' : 'test'}, ${sid}, '{}', '2026-06-15',
        ${new Date(Date.UTC(2026, 5, 15, 10, minute))}, '2026-06-15')`;
  const of = (num: number) => ask('webhook/deliveries', { id, page: { size: 2, num } }, { token: one.token });
  const pages = [await of(0), await of(1)];
  expect(pages.map(({ total }) => total)).toEqual([3, 3]);
  expect(pages.map(({ list }) => list.map(({ event, siteName }) => `${event} ${siteName}`))).toEqual([
    ['test ', 'alert.began '],
    ['alert.began Seeblick'],
  ]);
  expect((await call('webhook/deliveries', { id }, { token: other.token })).code).toBe(1522);
});
