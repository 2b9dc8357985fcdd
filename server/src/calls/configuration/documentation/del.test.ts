// configuration/documentation/del: deletes one version or all, with file and text; the remaining one is listed again.
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const top = await makeCompany(sql, { kind: 'distributor' });
const companyId = await makeCompany(sql);
await sql`update companies set parent_id = ${top} where id = ${companyId}`;
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const remaining = async () =>
  await sql`
    select (select count(*)::int from documents) as documents, (select count(*)::int from document_pieces) as pieces,
      (select count(*)::int from document_texts) as texts`;

test('makes the previous version the newest after a deletion, and leaves nothing when all are deleted', async () => {
  const first = await makeDocument(sql, { companyId });
  const fields = { title: 'Manual', version: '2', languages: ['en'] as never, models: [] as never, fileName: 'a.txt' };
  const { id } = await ask(
    'configuration/documentation/create',
    { ...fields, file: textOf('x'), replaces: first },
    { token },
  );
  await ask('configuration/documentation/del', { id }, { token });
  expect(await sql`select id, is_newest from documents`).toEqual([{ id: first, isNewest: true }]);
  await ask('configuration/documentation/create', { ...fields, file: textOf('x'), replaces: first }, { token });
  await ask('configuration/documentation/del', { id: first, versions: 'all' }, { token });
  expect(await remaining()).toEqual([{ documents: 0, pieces: 0, texts: 0 }]);
});

test('refuses documents that are missing or belong to another company, and deletes nothing', async () => {
  const portal = await makeDocument(sql);
  const other = await makeDocument(sql, { companyId: await makeCompany(sql) });
  for (const [id, code] of [
    [portal, 1518],
    [other, 1514],
    [999_999, 1514],
  ] as const)
    expect(await call('configuration/documentation/del', { id }, { token })).toMatchObject({ code });
  expect(await remaining()).toEqual([{ documents: 2, pieces: 2, texts: 4 }]);
});

test('keeps the company’s documents when their uploader leaves, and deletes them with the company', async () => {
  await sql`delete from documents`;
  const { id: by } = await makeUser(sql, { role: 'manager', companyId });
  const id = await makeDocument(sql, { companyId, createdBy: by });
  await makeDocument(sql, { companyId: top });
  const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const { detachAccount: leaveAccount } = await import('../../../accounts/deletion/leaveAccount.ts');
  const [{ email } = { email: '' }] = await sql<{ email: string }[]>`select email from users where id = ${by}`;
  await sql.begin((tx) => leaveAccount(tx as never, { userId: by, email, plants: 0, at: new Date() }));
  expect(await sql`select created_by from documents where id = ${id}`).toEqual([{ createdBy: null }]);
  await ask('user/company/del', { id: companyId } as never, { token: administrator });
  expect(await sql`select company_id from documents`).toEqual([{ companyId: top }]);
});
