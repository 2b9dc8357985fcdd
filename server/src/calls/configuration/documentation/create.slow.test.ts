// configuration/documentation/create: files of a false type, unreadable files, successive versions, and the limits of a company.
import { expect, test } from 'vitest';
import { pdfManual, pdfOf, textOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const manager = await makeUser(sql, { role: 'manager', companyId });
const token = await signedIn(manager.id);
const rows = async () => Number((await sql`select count(*) as n from documents`)[0]!.n);

test('refuses a file of a false type, an unreadable one or an unknown product, and stores nothing of it', async () => {
  const before = await rows();
  const pdf = await pdfOf(['x']);
  for (const [more, code] of [
    [{ fileName: 'manual.html', file: textOf('<script>') }, 1515],
    [{ fileName: 'manual.txt', file: pdf }, 1515],
    [{ fileName: 'manual.pdf', file: textOf('MZ') }, 1515],
    [{ file: textOf('%PDF-1.7 and nothing') }, 1516],
    [{ file: await pdfOf(['x'], 'open sesame') }, 1516],
    [{ models: [999_999] }, 1007],
    [{ replaces: 999_999 }, 1514],
  ] as const)
    expect(
      await call('configuration/documentation/create', (await pdfManual(more)) as never, { token }),
      JSON.stringify(more).slice(0, 80),
    ).toMatchObject({ code, data: {} });
  expect(await rows()).toBe(before);
});

test('lists the next version in place of the earlier one, which is retained, also when two are stored concurrently', async () => {
  const { id } = await ask('configuration/documentation/create', await pdfManual({ title: 'Series' }), { token });
  const text = { fileName: 'manual.txt', file: textOf('Second'), replaces: id, title: 'Series' };
  await ask('configuration/documentation/create', await pdfManual({ ...text, version: '2' }), { token });
  const other = await makeUser(sql, { role: 'manager', companyId });
  const both = [token, await signedIn(other.id)].map(async (each, n) =>
    ask('configuration/documentation/create', await pdfManual({ ...text, version: `3.${n}` }), { token: each }),
  );
  await Promise.all(both);
  const versions = await sql`
    select is_newest from documents where series = (select series from documents where id = ${id}) order by id`;
  expect(versions.map(({ isNewest }) => isNewest)).toEqual([false, false, false, true]);
  const foreign = await makeDocument(sql);
  const answer = await call('configuration/documentation/create', await pdfManual({ ...text, replaces: foreign }), {
    token,
  });
  expect(answer.code).toBe(1518);
});

test('limits the documents of a company, and the versions of a document', async () => {
  const full = await makeCompany(sql);
  const its = await signedIn((await makeUser(sql, { role: 'manager', companyId: full })).id);
  const id = await makeDocument(sql, { companyId: full });
  await sql`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    select series, false, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at
    from documents, generate_series(1, 49) where id = ${id}`;
  const text = { fileName: 'manual.txt', file: textOf('Second') };
  expect(
    (await call('configuration/documentation/create', await pdfManual({ ...text, replaces: id }), { token: its })).code,
  ).toBe(1519);
  await sql`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    select gen_random_uuid(), true, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at
    from documents, generate_series(1, 950) where id = ${id}`;
  expect((await call('configuration/documentation/create', await pdfManual(text), { token: its })).code).toBe(1519);
});
