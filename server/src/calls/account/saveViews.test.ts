// account/saveViews: stores each part independently, within limits, until the user is deleted.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../../test/cluster.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const list = 'site/listWithSN';
const columns = { order: ['status', 'name'], hidden: [] };
const view = (name: string) => ({ name, search: 'q=lake' });
const { id } = await makeUser(sql);
const token = await signedIn(id);

test('keeps omitted parts, and restores the default columns for null', async () => {
  await ask('account/saveViews', { list, columns }, { token });
  await ask('account/saveViews', { list, views: [view('Lake')] }, { token });
  expect(await ask('account/views', { list }, { token })).toEqual({ columns, views: [view('Lake')] });
  await ask('account/saveViews', { list, columns: null }, { token });
  expect(await ask('account/views', { list }, { token })).toEqual({ columns: null, views: [view('Lake')] });
});

test.each<[string, object]>([
  ['a list that is no call', { list: 'nobody/knows', columns }],
  ['21 views', { list, views: Array.from({ length: 21 }, (_, n) => view(`View ${n}`)) }],
  ['two views of one name', { list, views: [view('Lake'), view(' Lake ')] }],
  ['a view without a name', { list, views: [view('  ')] }],
  ['a name of 61 letters', { list, views: [view('x'.repeat(61))] }],
  ['an address of 2,001 letters', { list, views: [{ name: 'Long', search: 'x'.repeat(2001) }] }],
  ['U+0000 in a name', { list, views: [view('La\u0000ke')] }],
  ['half a surrogate pair in an address', { list, views: [{ name: 'Half', search: '\ud800' }] }],
  ['101 columns', { list, columns: { order: Array.from({ length: 101 }, (_, n) => `c${n}`), hidden: [] } }],
  ['a column with a quote', { list, columns: { order: ["na'me"], hidden: [] } }],
])('refuses %s', async (_, body) => {
  expect(await call('account/saveViews', body as never, { token })).toMatchObject({ code: ERROR_CODES.badRequest });
});

onOneDatabase('the key from views to users is left out there')(
  'deletes the saved views when their user is deleted',
  async () => {
    const deleted = await makeUser(sql);
    await ask('account/saveViews', { list, columns }, { token: await signedIn(deleted.id) });
    await sql`delete from users where id = ${deleted.id}`;
    expect(await sql`select 1 from list_views where user_id = ${deleted.id}`).toHaveLength(0);
  },
);
