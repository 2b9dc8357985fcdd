// webhook/list: one's own alone; of chosen plants those that one still sees.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';
import { endShares, makeSite, shareSite } from '../../../test/factories.ts';

const { ask, person, sql } = await startChannelServer();

test('webhook/list shows nobody those of others, and no plant that one sees no longer', async () => {
  const [one, other] = [await person(), await person()];
  const shared = await makeSite(sql, { name: 'Shared' });
  await shareSite(sql, shared, one.id);
  await ask('webhook/update', { id: one.webhook.id, sids: [shared, one.sid] }, { token: one.token });
  const plants = async () => (await ask('webhook/list', {}, { token: one.token })).list[0]!.plants;
  expect(await plants()).toEqual([
    { sid: one.sid, siteName: 'Seeblick' },
    { sid: shared, siteName: 'Shared' },
  ]);
  await endShares(sql, shared);
  expect(await plants()).toEqual([{ sid: one.sid, siteName: 'Seeblick' }]);
  expect((await ask('webhook/list', {}, { token: other.token })).list.map(({ id }) => id)).toEqual([other.webhook.id]);
});
