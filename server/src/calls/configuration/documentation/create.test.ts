// configuration/documentation/create: documents are taken in with their text, refused when they lie, and follow one another as versions.
import { expect, test } from 'vitest';
import { docxOf, pdfOf, textOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const manager = await makeUser(sql, { role: 'manager', companyId });
const token = await signedIn(manager.id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId })).id);
const SAID = { title: 'Installation', version: '1.0', fileName: 'manual.pdf' };
const body = async (more: object = {}) => ({
  ...SAID,
  languages: ['en', 'de'] as never,
  models: [400, 800] as never,
  file: await pdfOf(['Code 0001: over voltage', 'Second page']),
  ...more,
});
const rows = async () => Number((await sql`select count(*) as n from documents`)[0]!.n);

test('a PDF is kept with its pages, its text and who brought it in; several languages and products stand in one field', async () => {
  const { id } = await ask('configuration/documentation/create', await body(), { token });
  const [row] = await sql`select * from documents where id = ${id}`;
  expect(row).toMatchObject({
    ...{ companyId, languages: ['en', 'de'], models: [400, 800], pages: 2, type: 'pdf', hasText: true, isWhole: true },
    ...{ isNewest: true, createdBy: manager.id, fileName: 'manual.pdf' },
  });
  const texts = await sql`select part, text from document_texts where document_id = ${id} order by part`;
  expect(texts.map(({ text }) => text)).toEqual([
    'Installation · 1.0 · manual.pdf',
    'Code 0001: over voltage',
    'Second page',
  ]);
  const [sum] = await sql`select sum(length(bytes))::int as bytes from document_pieces where document_id = ${id}`;
  expect(sum!.bytes).toBe(row!.bytes);
});

test("an administrator's is the portal's; names keep letters of every language, and lose folders and hidden signs", async () => {
  const given = await body({ fileName: 'C:\\manuals/安装\u202e手册 Größe.docx', file: await docxOf(['安装']) });
  const { id } = await ask('configuration/documentation/create', given, { token: administrator });
  const [row] = await sql`select company_id, file_name, pages from documents where id = ${id}`;
  expect(row).toEqual({ companyId: null, fileName: '安装手册 Größe.docx', pages: null });
});

test('what lies about its type, cannot be read or is of no product is refused, and nothing of it is kept', async () => {
  const before = await rows();
  const pdf = await pdfOf(['x']);
  for (const [more, code] of [
    [{ fileName: 'manual.exe' }, 1515],
    [{ fileName: 'manual.html', file: textOf('<script>') }, 1515],
    [{ fileName: 'manual.txt', file: pdf }, 1515],
    [{ fileName: 'manual.pdf', file: textOf('MZ') }, 1515],
    [{ file: textOf('%PDF-1.7 and nothing') }, 1516],
    [{ file: await pdfOf(['x'], 'open sesame') }, 1516],
    [{ models: [999_999] }, 1007],
    [{ languages: [] }, 400],
    [{ languages: ['xx'] }, 400],
    [{ title: ' ' }, 400],
    [{ file: new Uint8Array(0) }, 400],
    [{ replaces: 999_999 }, 1514],
  ] as const)
    expect(
      await call('configuration/documentation/create', (await body(more)) as never, { token }),
      JSON.stringify(more).slice(0, 80),
    ).toMatchObject({ code, data: {} });
  expect(await rows()).toBe(before);
  expect((await call('configuration/documentation/create', await body(), { token: installer })).status).toBe(403);
  const large = await body({ file: new Uint8Array(16_777_217) });
  expect((await call('configuration/documentation/create', large, { token })).code).toBe(1373);
});

test('a next version takes the place of the one before, which stays; two at once come one after the other', async () => {
  const { id } = await ask('configuration/documentation/create', await body({ title: 'Series' }), { token });
  const text = { fileName: 'manual.txt', file: textOf('Second'), replaces: id, title: 'Series' };
  await ask('configuration/documentation/create', await body({ ...text, version: '2' }), { token });
  const other = await makeUser(sql, { role: 'manager', companyId });
  const both = [token, await signedIn(other.id)].map(async (each, n) =>
    ask('configuration/documentation/create', await body({ ...text, version: `3.${n}` }), { token: each }),
  );
  await Promise.all(both);
  const versions = await sql`
    select is_newest from documents where series = (select series from documents where id = ${id}) order by id`;
  expect(versions.map(({ isNewest }) => isNewest)).toEqual([false, false, false, true]);
  const foreign = await makeDocument(sql);
  const answer = await call('configuration/documentation/create', await body({ ...text, replaces: foreign }), {
    token,
  });
  expect(answer.code).toBe(1518);
});

test('a company keeps so many documents, and so many versions of one', async () => {
  const full = await makeCompany(sql);
  const its = await signedIn((await makeUser(sql, { role: 'manager', companyId: full })).id);
  const id = await makeDocument(sql, { companyId: full });
  await sql`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    select series, false, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at
    from documents, generate_series(1, 49) where id = ${id}`;
  const text = { fileName: 'manual.txt', file: textOf('Second') };
  expect(
    (await call('configuration/documentation/create', await body({ ...text, replaces: id }), { token: its })).code,
  ).toBe(1519);
  await sql`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    select gen_random_uuid(), true, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at
    from documents, generate_series(1, 950) where id = ${id}`;
  expect((await call('configuration/documentation/create', await body(text), { token: its })).code).toBe(1519);
});
