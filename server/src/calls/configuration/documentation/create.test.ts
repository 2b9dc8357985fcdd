// configuration/documentation/create: stores documents with their text, refuses files of a false type, and keeps them in order of versions.
import { expect, test } from 'vitest';
import { docxOf, pdfManual } from '../../../../test/documentFiles.ts';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const manager = await makeUser(sql, { role: 'manager', companyId });
const token = await signedIn(manager.id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId })).id);
const rows = async () => Number((await sql`select count(*) as n from documents`)[0]!.n);

test('stores a PDF with its pages, text and uploader, and several languages and products', async () => {
  const { id } = await ask('configuration/documentation/create', await pdfManual(), { token });
  const [row] = await sql`select * from documents where id = ${id}`;
  expect(row).toMatchObject({
    companyId,
    languages: ['en', 'de'],
    models: [400, 800],
    pages: 2,
    type: 'pdf',
    hasText: true,
    isWhole: true,
    isNewest: true,
    createdBy: manager.id,
    fileName: 'manual.pdf',
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

test('publishes an administrator’s document for the portal; file names keep all letters but lose folders and control characters', async () => {
  const upload = await pdfManual({ fileName: 'C:\\manuals/安装\u202e手册 Größe.docx', file: await docxOf(['安装']) });
  const { id } = await ask('configuration/documentation/create', upload, { token: administrator });
  const [row] = await sql`select company_id, file_name, pages from documents where id = ${id}`;
  expect(row).toEqual({ companyId: null, fileName: '安装手册 Größe.docx', pages: null });
});

test('refuses an invalid form, a program and a file that is too large, and stores nothing', async () => {
  const before = await rows();
  for (const [more, code] of [
    [{ languages: [] }, 400],
    [{ languages: ['xx'] }, 400],
    [{ title: ' ' }, 400],
    [{ file: new Uint8Array(0) }, 400],
    [{ fileName: 'manual.exe' }, 1515],
  ] as const)
    expect(
      await call('configuration/documentation/create', (await pdfManual(more)) as never, { token }),
      JSON.stringify(more),
    ).toMatchObject({ code, data: {} });
  expect((await call('configuration/documentation/create', await pdfManual(), { token: installer })).status).toBe(403);
  const large = await pdfManual({ file: new Uint8Array(16_777_217) });
  expect((await call('configuration/documentation/create', large, { token })).code).toBe(1373);
  expect(await rows()).toBe(before);
});
