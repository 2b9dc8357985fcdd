// brand/update: what it refuses, what it changes at once, and who may call it.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { brandChange } from '../../../test/brandFields.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, signedIn, sql } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const manager = await signedIn((await makeUser(sql, { role: 'manager' })).id);
type Change = Parameters<typeof brandChange>[3];
const update = async (id: number, change: Change, by = token) =>
  await call('brand/update', await brandChange(ask, token, id, change), { token: by });

test('a change is seen by the next page, program and reader', async () => {
  const privacy = { en: 'Ours.\n\nSecond paragraph.', de: 'Unsere.' };
  const change = { name: 'Polar Sun', code: 'polarsun', accentLight: '#0b62b8', privacy, hosts: ['POLAR.example'] };
  expect((await update(9, { ...change, openRegistration: false, sidebar: 'dark' })).code).toBe(200);
  const { brand, openRegistration } = await ask('common/portal', {}, { headers: { host: 'polar.example:8080' } });
  expect(brand).toMatchObject({ id: 9, name: 'Polar Sun', code: 'polarsun', sidebar: 'dark', withApp: false });
  expect(brand.accent.light).toBe('#0B62B8');
  expect(brand.url).toBe('http://polar.example:8080');
  expect(openRegistration).toBe(false);
  const textFor = async (lan: string) =>
    (await ask('common/privacyPolicy', {}, { headers: { host: 'polar.example', lan } })).text;
  expect([await textFor('6'), await textFor('3'), await textFor('7'), await textFor('2')]).toEqual([
    privacy.en,
    privacy.de,
    privacy.en,
    privacy.en,
  ]);
  expect((await ask('common/privacyPolicy')).text).toBe('');
  const [line] = await sql<{ before: Record<string, unknown>; after: Record<string, unknown> }[]>`
    select before, after from audit_log where action = 'brand/update' order by id desc limit 1`;
  expect(line!.before).toMatchObject({ name: 'Rustholm' });
  expect(line!.after).toMatchObject({ name: 'Polar Sun', privacyLanguages: 'de en' });
  expect(line!.after).not.toHaveProperty('copyright');
});

test('refuses a colour that cannot be read, and names the nearest that can', async () => {
  const pale = await update(2, { accentLight: '#FFEE00' });
  expect(pale).toMatchObject({ code: ERROR_CODES.brandContrast });
  const nearest = /(#[0-9A-F]{6})\.$/.exec(pale.msg)![1]!;
  expect((await update(2, { accentLight: nearest })).code).toBe(200);
  expect((await update(2, { accentDark: '#000033' })).code).toBe(ERROR_CODES.brandContrast);
});

test('refuses names, codes and host names of another brand, and changes nothing then', async () => {
  expect((await update(3, { hosts: ['ember.example', 'fire.example'] })).code).toBe(200);
  const before = await ask('brand/detail', { id: 4 }, { token });
  for (const change of [{ name: 'emberfield' }, { code: 'emberfield' }, { name: 'Northlight', code: 'other' }])
    expect((await update(4, change)).code, JSON.stringify(change)).toBe(ERROR_CODES.brandNameTaken);
  const taken = await update(4, { name: 'Changed', hosts: ['mine.example', 'Fire.Example'] });
  expect(taken).toMatchObject({ code: ERROR_CODES.brandHostTaken });
  expect(taken.msg).toContain('fire.example');
  expect(await ask('brand/detail', { id: 4 }, { token })).toEqual(before);
  // A host name that one brand gives up is free for another.
  expect((await update(3, { hosts: ['ember.example'] })).code).toBe(200);
  expect((await update(4, { hosts: ['fire.example', 'fire.example'] })).code).toBe(200);
  expect((await ask('brand/detail', { id: 4 }, { token })).hosts).toEqual(['fire.example']);
});

test.each([
  ['hosts', { hosts: ['https://a.example'] }],
  ['hosts', { hosts: ['a.example:80'] }],
  ['hosts', { hosts: ['-a.example'] }],
  ['hosts', { hosts: ['a b'] }],
  ['hosts', { hosts: Array.from({ length: 11 }, (_, n) => `h${n}.example`) }],
  ['accentLight', { accentLight: 'red' }],
  ['companyUrl', { companyUrl: 'javascript:alert(1)' }],
  ['appStoreUrl', { appStoreUrl: 'data:text/html,x' }],
  ['apiBase', { apiBase: 'https://api.example/path' }],
  ['supportMail', { supportMail: 'nobody' }],
  ['name', { name: '' }],
  ['code', { code: 'Ä' }],
  ['privacy', { privacy: { en: 'x'.repeat(30_001) } }],
  ['privacy', { privacy: { xx: 'x' } as never }],
] satisfies [string, Change][])('refuses wrong %s', async (field, change) => {
  const { code, msg } = await update(5, change);
  expect(code).toBe(400);
  expect(msg).toContain(field);
});

test('refuses a version that is out of date; of two changes at once one is refused', async () => {
  const body = await brandChange(ask, token, 6, { copyright: 'One' });
  const answers = await Promise.all([
    call('brand/update', body, { token }),
    call('brand/update', { ...body, copyright: 'Two' }, { token }),
  ]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ERROR_CODES.changedMeanwhile]);
});

test('only administrators see and change brands', async () => {
  const body = await brandChange(ask, token, 7);
  expect((await call('brand/update', body, { token: manager })).code).toBe(403);
  expect((await call('brand/list', {}, { token: manager })).code).toBe(403);
  expect((await call('brand/detail', { id: 7 }, { token: manager })).code).toBe(403);
  // A role that was given the page still sees a company only, not the whole portal.
  await sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = 'manager' and m.name = 'Brands'`;
  const seeing = await signedIn((await makeUser(sql, { role: 'manager' })).id);
  expect((await call('brand/list', {}, { token: seeing })).code).toBe(200);
  expect((await call('brand/update', body, { token: seeing })).code).toBe(403);
  expect((await call('brand/removeMark', { id: 7, scheme: 'light' }, { token: seeing })).code).toBe(403);
});
