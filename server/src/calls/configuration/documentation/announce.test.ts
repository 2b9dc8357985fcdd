// configuration/documentation/announce: a document is uploaded in chunks, visible to its uploader only until complete, and then to everyone who may read it.
import { DOCUMENT_UPLOAD_DAYS, MAX_DOCUMENT_GB } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/documentFiles.ts';
import { documentUploads, SAID } from '../../../../test/documentUploads.ts';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { expireData } from '../../../jobs/expireData.ts';

const server = await testServer();
const { ask, call, sql, signedIn, context } = server;
const { companyId, token, installer, announced, part, detail } = await documentUploads(server);
const colleague = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const titles = async (as: string) =>
  (
    await ask('configuration/documentation/list', { filters: { versions: 'all' }, page: { size: 200 } }, { token: as })
  ).list.map(({ title }) => title);

test('hides an incomplete document from others in lists, pages, links, search, edits and next versions', async () => {
  const id = await announced('Half of it');
  await part(id, 0);
  expect(await titles(token)).toContain('Half of it');
  for (const as of [colleague, installer]) {
    expect(await titles(as)).not.toContain('Half of it');
    expect((await detail(id, as)).code).toBe(1514);
    expect((await call('configuration/documentation/link', { id }, { token: as })).code).toBe(1514);
  }
  expect((await part(id, 1, { as: colleague })).code).toBe(1514);
  expect((await call('configuration/documentation/del', { id }, { token: colleague })).code).toBe(1514);
  expect((await call('configuration/documentation/link', { id }, { token })).code).toBe(1514);
  const edit = { id, title: 'x', version: '', languages: ['en' as const], models: [], revision: 1 };
  expect((await call('configuration/documentation/edit', edit, { token })).code).toBe(1514);
  const next = { ...SAID, title: 'Next', bytes: 9, replaces: id };
  expect((await call('configuration/documentation/announce', next, { token })).code).toBe(1514);
  await ask('configuration/documentation/del', { id }, { token });
  expect(await sql`select from document_pieces where document_id = ${id}`).toEqual([]);
});

test('replaces the previous version only when complete, and continues when all other versions are deleted', async () => {
  const first = await makeDocument(sql, { companyId, title: 'Series' });
  const text = textOf('Second edition');
  const id = await announced('Series', { replaces: first, bytes: text.length, version: '2' });
  expect((await detail(first)).data).toMatchObject({ document: { isNewest: true, versionCount: 1 } });
  expect((await part(id, 0, { of: text })).data).toEqual({ received: text.length, isWhole: true });
  const { versions } = await ask('configuration/documentation/detail', { id }, { token });
  expect(versions.map((one) => [one.id, one.isNewest])).toEqual([
    [id, true],
    [first, false],
  ]);
  const third = await announced('Series', { replaces: id, bytes: text.length, version: '3' });
  await ask('configuration/documentation/del', { id }, { token });
  expect((await detail(first)).data).toMatchObject({ document: { isNewest: true } });
  expect((await part(third, 0, { of: text })).data).toEqual({ received: text.length, isWhole: true });
});

test('limits the storage of a company, including announced documents', async () => {
  const full = await makeCompany(sql);
  const its = await signedIn((await makeUser(sql, { role: 'manager', companyId: full })).id);
  const id = await makeDocument(sql, { companyId: full });
  await sql`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    select gen_random_uuid(), true, company_id, title, version, languages, models, file_name, type, 1073741824, sha256, has_text, is_whole, created_at
    from documents, generate_series(2, ${MAX_DOCUMENT_GB}) where id = ${id}`;
  const limit = 268_435_456;
  const body = { ...SAID, title: 'Large', bytes: limit };
  for (let n = 0; n < 2; n++) await ask('configuration/documentation/announce', body, { token: its });
  // Room is left for one of two concurrent announcements.
  const both = Array.from({ length: 4 }, () => call('configuration/documentation/announce', body, { token: its }));
  expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual([1606, 1606, 1606, 200]);
  expect((await call('configuration/documentation/announce', body, { token: its })).code).toBe(1606);
  const small = { ...SAID, title: 'Small', file: new Uint8Array(2000).fill(65) };
  expect((await call('configuration/documentation/create', small, { token: its })).code).toBe(200);
});

test('deletes uploads that stopped a week ago, and keeps complete documents', async () => {
  const id = await announced('Forgotten');
  await part(id, 0);
  const young = await announced('Begun today');
  const days = (n: number) => new Date(context.clock.now().getTime() - n * 86_400_000);
  await sql`update documents set created_at = ${days(DOCUMENT_UPLOAD_DAYS + 1)} where sha256 is not null or id = ${id}`;
  const before = await titles(token);
  expect((await expireData(context)).documents).toBe(1);
  expect((await titles(token)).toSorted()).toEqual(before.filter((title) => title !== 'Forgotten').toSorted());
  expect((await detail(young)).code).toBe(200);
});
