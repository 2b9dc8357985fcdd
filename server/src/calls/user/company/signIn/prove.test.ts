// user/company/signIn/prove: by the domain's own DNS, the exact record, and of one company's claim only.
import { expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../../../test/companySignInServer.ts';
import { makeCompany } from '../../../../../test/factories.ts';

const { ask, call, company, sql, texts } = await startCompanySignInServer();

test('requires the exact record, and confirms a company that registered itself', async () => {
  const { id, token, set, domain } = await company();
  await sql`update companies set is_confirmed = false where id = ${id}`;
  await set({ domains: [domain, 'next.example'] });
  const tried = (name = 'next.example', of = id) =>
    call('user/company/signIn/prove', { id: of, domain: name }, { token });
  const { domains } = await ask('user/company/signIn', { id }, { token });
  const record = domains.find((each) => each.domain === 'next.example')!.record;
  for (const records of [[], ['heliograph-verification='], [`${record}x`], [` ${record}`], [record.toUpperCase()]]) {
    texts.set('next.example', records);
    expect((await tried()).code).toBe(1544);
  }
  texts.set('next.example', ['v=spf1 -all', record]);
  expect((await tried()).code).toBe(200);
  expect(await sql`select is_confirmed from companies where id = ${id}`).toEqual([{ isConfirmed: true }]);
  expect((await tried('never.claimed.example')).code).toBe(1544);
  expect((await tried('next.example', await makeCompany(sql))).code).toBe(1021);
  // A new claim needs another record.
  await set({ domains: [domain] });
  await set({ domains: [domain, 'next.example'] });
  expect((await tried()).code).toBe(1544);
});
