// account/companies: memberships of the account, without suspended ones.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();

test('lists the companies of the account and marks the one of the session', async () => {
  const { id, companyId } = await makeUser(sql);
  const other = await makeCompany(sql, { name: 'Second' });
  const frozen = await makeCompany(sql, { name: 'Third' });
  for (const company of [other, frozen])
    await sql`insert into memberships (user_id, company_id, role_id) select ${id}, ${company}, id from roles where code = 'owner'`;
  await sql`update memberships set frozen_at = now() where company_id = ${frozen}`;
  const { list } = await ask('account/companies', {}, { token: await signedIn(id) });
  expect(list.toSorted((a, b) => a.companyId - b.companyId)).toMatchObject([
    { companyId, isCurrent: true, groupName: 'Installer' },
    { companyId: other, companyName: 'Second', isCurrent: false, groupName: 'Owner' },
  ]);
});
