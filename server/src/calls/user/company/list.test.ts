// user/company/list: the branch, with who manages what.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { testServer } from '../../../../test/testServer.ts';

const { call, ask, sql, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { distributor, dealer, foreign, boss, stranger } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('user/company/list shows the branch, one’s own without rights, and nothing above it', async () => {
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

test('a stranger sees and changes nothing of it', async () => {
  const its = await signedIn(stranger.id);
  const { list } = await ask('user/company/list', {}, { token: its });
  expect(list.map(({ id }) => id)).toEqual([foreign]);
  expect((await call('user/company/update', { id: dealer, companyName: 'Mine' }, { token: its })).code).toBe(1021);
});
