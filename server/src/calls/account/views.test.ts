// account/views: the user's own columns and saved views only.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const list = 'site/listWithSN';
const columns = { order: ['status', 'name', 'now'], hidden: ['now'] };
const views = [{ name: 'Alerts in Austria', search: 'status=alert&country=AT' }];

test('returns default columns and no views when nothing is saved', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  expect(await ask('account/views', { list }, { token })).toEqual({ columns: null, views: [] });
});

test('returns the saved columns and views of each list', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  await ask('account/saveViews', { list, columns, views }, { token });
  expect(await ask('account/views', { list }, { token })).toEqual({ columns, views });
  expect(await ask('account/views', { list: 'device/list/noReg' }, { token })).toEqual({ columns: null, views: [] });
});

test('hides saved views from colleagues and administrators', async () => {
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
