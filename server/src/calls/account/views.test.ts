// account/views: one's own columns and saved views, and nobody else's.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const list = 'site/listWithSN';
const columns = { order: ['status', 'name', 'now'], hidden: ['now'] };
const views = [{ name: 'Alerts in Austria', search: 'status=alert&country=AT' }];

test('account/views: nothing kept are the usual columns and no views', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  expect(await ask('account/views', { list }, { token })).toEqual({ columns: null, views: [] });
});

test('account/views: what was saved comes back, per list', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  await ask('account/saveViews', { list, columns, views }, { token });
  expect(await ask('account/views', { list }, { token })).toEqual({ columns, views });
  expect(await ask('account/views', { list: 'device/list/noReg' }, { token })).toEqual({ columns: null, views: [] });
});

test('account/views: a colleague of the same company and role, and an administrator, see none of it', async () => {
  const mine = await makeUser(sql);
  await ask('account/saveViews', { list, columns, views }, { token: await signedIn(mine.id) });
  for (const stranger of [
    await makeUser(sql, { companyId: mine.companyId }),
    await makeUser(sql, { role: 'administrator' }),
  ]) {
    const token = await signedIn(stranger.id);
    expect(await ask('account/views', { list }, { token })).toEqual({ columns: null, views: [] });
    await ask('account/saveViews', { list, columns: null, views: [] }, { token });
  }
  expect(await ask('account/views', { list }, { token: await signedIn(mine.id) })).toEqual({ columns, views });
});
