// user/company/create: a company below another, with an invitation for its manager.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { testServer } from '../../../../test/testServer.ts';

const { call, ask, sql, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { dealer, boss } = await makeBranch(sql);
const token = await signedIn(boss.id);
const make = (companyName: string, at: number, more: object = {}) =>
  call('user/company/create', { companyName, kind: 'installer', distributorCompanyId: at, ...more }, { token });

test('creates a company below another, and invites its manager', async () => {
  const { data } = await make('=cmd|calc <b>', dealer, { managerEmail: 'Mara@example.com', managerName: 'Mara' });
  const { list } = await ask('user/company/list', { filters: { keywords: 'mara@' } }, { token });
  expect(list).toMatchObject([
    {
      id: data.id,
      companyName: '=cmd|calc <b>',
      kind: 'installer',
      managerName: 'Mara',
      managerEmail: 'mara@example.com',
      distributorCompany: 'Hof & Dach',
      users: 0,
      plants: 0,
      companies: 0,
      rights: { change: true },
    },
  ]);
  const people = await ask('user/list', { filters: { company_id: String(data.id) } }, { token });
  expect(people.list).toMatchObject([{ state: 'invited', isCompanyOwner: true, groupName: 'Installer' }]);
});
