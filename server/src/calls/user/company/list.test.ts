// user/company/list: companies of the branch with their managers.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { testServer } from '../../../../test/testServer.ts';

const { call, ask, sql, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { distributor, dealer, foreign, boss, seller, stranger } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('lists the branch, the own company without rights, and nothing above it', async () => {
  const { list } = await ask('user/company/list', { sort: [{ field: 'kind' }] }, { token });
  expect(list[0]).toMatchObject({
    id: distributor,
    distributorCompany: '',
    distributorCompanyId: 0,
    users: 1,
    rights: { change: false },
  });
  expect(list.some(({ id }) => id === foreign)).toBe(false);
  const ofDealer = await ask('user/company/list', { filters: { above_id: String(dealer) } }, { token });
  expect(ofDealer.list.map(({ companyName }) => companyName)).toEqual(['Dachwerk']);
  expect((await ask('user/company/list', { filters: { kind: 'dealer' } }, { token })).total).toBe(1);
});

test('finds a company by its name and its manager’s name, and none of another branch', async () => {
  await sql`update users set name = 'Süd Boss' where id = ${stranger.id}`;
  await sql`update memberships set is_company_owner = true where user_id in (${seller.id}, ${stranger.id})`;
  const namesFor = async (keywords: string, as = token) =>
    (await ask('user/company/list', { filters: { keywords } }, { token: as })).list.map(({ id }) => id);
  expect(await namesFor('nord')).toEqual([distributor]);
  expect(await namesFor('OF & da')).toEqual([dealer]);
  expect(await namesFor('=sum(a1)')).toEqual([dealer]);
  expect(await namesFor(seller.email)).toEqual([dealer]);
  // Members who are not managers are not searched; the search is plain text.
  expect(await namesFor('olga')).toEqual([]);
  expect(await namesFor('100%')).toEqual([]);
  for (const foreignOne of ['süd solar', 'süd boss', stranger.email]) expect(await namesFor(foreignOne)).toEqual([]);
  const its = await signedIn(stranger.id);
  expect(await namesFor('süd boss', its)).toEqual([foreign]);
  expect(await namesFor('=sum(a1)', its)).toEqual([]);
});

test('shows nothing to a stranger, who cannot change anything', async () => {
  const its = await signedIn(stranger.id);
  const { list } = await ask('user/company/list', {}, { token: its });
  expect(list.map(({ id }) => id)).toEqual([foreign]);
  expect((await call('user/company/update', { id: dealer, companyName: 'Mine' }, { token: its })).code).toBe(1021);
});
