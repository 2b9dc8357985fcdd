// webhook/list: the user's own webhooks only, with the accessible ones of the selected plants.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';
import { endShares, makeSite, shareSite } from '../../../test/factories.ts';

const { ask, person, sql } = await startChannelServer();

test('hides webhooks of others, and plants that are no longer accessible', async () => {
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
