// configuration/documentation/list: readable documents, found by words in every language, with the excerpt where they occur.
import { expect, test } from 'vitest';
import { pdfOf, textOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDocument, makeProduct, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const top = await makeCompany(sql, { kind: 'distributor' });
const below = await makeCompany(sql);
await sql`update companies set parent_id = ${top} where id = ${below}`;
const elsewhere = await makeCompany(sql);
const as = async (role: 'administrator' | 'manager' | 'installer' | 'owner', companyId?: number) => {
  const user = await makeUser(sql, { role, ...(companyId ? { companyId } : {}) });
  return { id: user.id, token: await signedIn(user.id) };
};
const administrator = await as('administrator');
const manager = await as('manager', top);
const installer = await as('installer', below);
const stranger = await as('installer', elsewhere);
const owner = await as('owner');
await makeSite(sql, { companyId: below, ownerId: owner.id });
const stray = await as('owner');

const titles = async (token: string, filters: object = {}, more: object = {}) =>
  (await ask('configuration/documentation/list', { filters, ...more }, { token })).list.map(({ title }) => title);

await makeDocument(sql, { title: 'A of the portal' });
await makeDocument(sql, { companyId: top, title: 'B of the distributor' });
await makeDocument(sql, { companyId: below, title: 'C of the installer' });
await makeDocument(sql, { companyId: elsewhere, title: 'D of others' });

test('lists documents of the portal, the own company and companies above; for an owner those of the company that services a plant', async () => {
  const [a, b, c, d] = ['A of the portal', 'B of the distributor', 'C of the installer', 'D of others'];
  expect(await titles(administrator.token)).toEqual([a, b, c, d]);
  expect(await titles(manager.token)).toEqual([a, b]);
  expect(await titles(installer.token)).toEqual([a, b, c]);
  expect(await titles(stranger.token)).toEqual([a, d]);
  expect(await titles(owner.token)).toEqual([a, b, c]);
  expect(await titles(stray.token)).toEqual([a]);
  expect(await titles(stranger.token, { keywords: 'distributor' })).toEqual([]);
  const { list } = await ask('configuration/documentation/list', {}, { token: manager.token });
  expect(list.map(({ rights, companyName }) => [rights.update, companyName !== ''])).toEqual([
    [false, false],
    [true, true],
  ]);
});

const add = async (body: object) =>
  (
    await ask('configuration/documentation/create', { version: '1', languages: ['en'], models: [], ...body } as never, {
      token: administrator.token,
    })
  ).id;

test('finds all words by their prefixes in texts and titles, ignoring accents, with the excerpt around them', async () => {
  const file = await pdfOf(['Nothing here', 'If code E0001 comes up, check the modules. Überhitzung <b>']);
  const id = await add({ title: 'Fault codes BDM', fileName: 'codes.pdf', file, models: [400] });
  await add({ title: '手册', fileName: '安装.txt', file: textOf('逆变器过热保护说明'), languages: ['zh'] });
  const titlesFor = async (keywords: string) => titles(administrator.token, { keywords });
  expect(await titlesFor('0001 modul')).toEqual(['Fault codes BDM']);
  expect(await titlesFor('uberhitzung bdm')).toEqual(['Fault codes BDM']);
  expect(await titlesFor('过热')).toEqual(['手册']);
  expect(await titlesFor('热过')).toEqual([]);
  expect(await titlesFor('0001 absent')).toEqual([]);
  expect(await titlesFor("' | ! & :* \\ ()")).toEqual([]);
  expect(await titlesFor("fault' | 'absent")).toEqual([]);
  const { list } = await ask(
    'configuration/documentation/list',
    { filters: { keywords: 'E0001' } },
    { token: administrator.token },
  );
  expect(list[0]).toMatchObject({ id, pages: 2, products: [{ model: 400, name: 'BDM-400' }], hit: { page: 2 } });
  expect(list[0]!.hit!.parts.filter(({ isHit }) => isHit)).toEqual([{ text: 'E0001', isHit: true }]);
});

test('filters by language, product, products of all documents and model code, and finds nothing for an unknown product', async () => {
  const { token } = administrator;
  expect(await titles(token, { language: 'zh' })).toEqual(['手册']);
  expect(await titles(token, { model: '400' })).toEqual(['Fault codes BDM']);
  expect(await titles(token, { product: 'bdm-400', language: 'en' })).toContain('Fault codes BDM');
  expect(await titles(token, { product: 'BDM-800' })).not.toContain('Fault codes BDM');
  expect(await titles(token, { product: 'BDM-800' })).toContain('A of the portal');
  expect(await titles(token, { product: "'; drop" })).toEqual([]);
  expect(await titles(token, { model: '1e99' })).toEqual([]);
});

test('lists the newest version or all, newest of a title first, with pages and sorting', async () => {
  const { token } = installer;
  const first = await add({ title: 'Series', version: '1', fileName: 'a.txt', file: textOf('old words') });
  await add({ title: 'Series', version: '2', fileName: 'a.txt', file: textOf('new words'), replaces: first });
  const list = async (filters: object) =>
    (await ask('configuration/documentation/list', { filters }, { token })).list
      .filter(({ title }) => title === 'Series')
      .map(({ version, isNewest, versionCount }) => [version, isNewest, versionCount]);
  expect(await list({})).toEqual([['2', true, 2]]);
  expect(await list({ versions: 'all' })).toEqual([
    ['2', true, 2],
    ['1', false, 2],
  ]);
  expect(await list({ keywords: 'old words' })).toEqual([]);
  const page = await ask(
    'configuration/documentation/list',
    { page: { size: 2, num: 1 }, sort: [{ field: 'title', descending: true }] },
    { token },
  );
  expect(page.list).toHaveLength(2);
  expect(page.total).toBeGreaterThan(4);
});

test('keeps documents of a deleted product, and refuses owners without the page', async () => {
  const model = await makeProduct(sql, { companyId: top, name: 'Short-lived' });
  await add({ title: 'Of one that goes', fileName: 'a.txt', file: textOf('x'), models: [model] });
  await ask('product/del', { model }, { token: administrator.token });
  const { list } = await ask(
    'configuration/documentation/list',
    { filters: { keywords: 'goes' } },
    { token: administrator.token },
  );
  expect(list).toMatchObject([{ title: 'Of one that goes', products: [] }]);
  expect((await call('configuration/documentation/list', {})).status).toBe(401);
});
