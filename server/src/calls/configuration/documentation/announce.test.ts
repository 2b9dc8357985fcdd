// configuration/documentation/announce: a document comes in piece by piece, is of its sender alone until all of it is there, and then for all that may read it.
import { createHash } from 'node:crypto';
import { DOCUMENT_PIECE_BYTES, DOCUMENT_UPLOAD_DAYS, MOST_DOCUMENT_GB } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { pdfOf, textOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { sweep } from '../../../jobs/sweep.ts';

const { ask, call, sql, signedIn, context, app } = await testServer();
const companyId = await makeCompany(sql);
const manager = await makeUser(sql, { role: 'manager', companyId });
const token = await signedIn(manager.id);
const colleague = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId })).id);
const SAID = { version: '1.0', fileName: 'manual.txt', languages: ['en' as const], models: [400] };
const line = 'Lantern 0001 of the roof.\n';
const file = textOf(line.repeat(Math.ceil((DOCUMENT_PIECE_BYTES * 2 + 1000) / line.length)));

const announced = async (title: string, more: object = {}) =>
  (await ask('configuration/documentation/announce', { ...SAID, title, bytes: file.length, ...more }, { token })).id;
const part = (id: number, piece: number, { of = file, as = token }: { of?: Uint8Array; as?: string } = {}) => {
  const bytes = new Uint8Array(of.slice(piece * DOCUMENT_PIECE_BYTES, (piece + 1) * DOCUMENT_PIECE_BYTES));
  return call('configuration/documentation/part', { id, piece, file: bytes }, { token: as });
};
const titles = async (as: string) =>
  (
    await ask('configuration/documentation/list', { filters: { versions: 'all' }, page: { size: 200 } }, { token: as })
  ).list.map(({ title }) => title);
const detail = (id: number, as = token) => call('configuration/documentation/detail', { id }, { token: as });

test('pieces come in order, twice or two at once, and go on where they broke off; the whole is found and fetched as any other', async () => {
  const id = await announced('Coming');
  expect((await part(id, 1)).code).toBe(1579);
  expect((await part(id, 0)).data).toEqual({ received: DOCUMENT_PIECE_BYTES, isWhole: false });
  expect((await part(id, 0)).data).toEqual({ received: DOCUMENT_PIECE_BYTES, isWhole: false });
  const both = await Promise.all([part(id, 1), part(id, 1)]);
  expect(both.map(({ data }) => data)).toEqual(Array(2).fill({ received: 2 * DOCUMENT_PIECE_BYTES, isWhole: false }));
  expect((await detail(id)).data).toMatchObject({
    document: { received: 2 * DOCUMENT_PIECE_BYTES, bytes: file.length, isComing: true, isNewest: false },
    versions: [],
  });
  const last = await Promise.all([part(id, 2), part(id, 2)]);
  // Only one is read at a time for a user: the other may be told to wait.
  expect(last.map(({ code }) => code)).toContain(200);
  expect((await part(id, 2)).data).toEqual({ received: file.length, isWhole: true });
  expect((await detail(id, installer)).data).toMatchObject({
    document: { received: file.length, isComing: false, isNewest: true, hasText: true },
  });
  const found = await ask(
    'configuration/documentation/list',
    { filters: { keywords: 'lantern' } },
    { token: installer },
  );
  expect(found.list.map((one) => one.id)).toEqual([id]);
  const { path } = await ask('configuration/documentation/link', { id }, { token: installer });
  const whole = await app.inject({ url: `/${path}` });
  expect(whole.rawPayload.equals(file)).toBe(true);
  expect(whole.headers.etag).toBe(`"${createHash('sha256').update(file).digest('hex')}"`);
  const start = DOCUMENT_PIECE_BYTES - 5;
  const range = await app.inject({ url: `/${path}`, headers: { range: `bytes=${start}-${start + 9}` } });
  expect(range.statusCode).toBe(206);
  expect(range.rawPayload.equals(file.slice(start, start + 10))).toBe(true);
});

test('an upload goes on with the file that was announced, and ends with no other of the same size', async () => {
  const sha256 = createHash('sha256').update(file).digest('hex');
  const other = textOf(line.replace('0001', '0002').repeat(Math.ceil(file.length / line.length)));
  expect(other.length).toBe(file.length);
  const mixed = await announced('Half and half', { sha256: sha256.toUpperCase() });
  await part(mixed, 0);
  expect((await detail(mixed)).data.document.toldSha256).toBe(sha256);
  await part(mixed, 1, { of: other });
  expect((await part(mixed, 2)).code).toBe(1645);
  // Nothing of it is kept, as of any other file that is not right.
  expect((await detail(mixed)).code).toBe((await detail(999_999)).code);
  const same = await announced('The same', { sha256 });
  for (const piece of [0, 1, 2]) await part(same, piece);
  expect((await detail(same)).data.document).toMatchObject({ isComing: false, toldSha256: '' });
  const wrong = { ...SAID, title: 'Wrong', bytes: file.length, sha256: 'ab' };
  expect((await call('configuration/documentation/announce', wrong, { token })).code).toBe(400);
});

test('until it is whole only who brings it in sees it: no list, page, link, search, edit or next version of others has it', async () => {
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

test('a next version takes its place only when it is whole, and deleting all versions of what it follows leaves it coming', async () => {
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

test('a file that lies about its type, or cannot be read, is dropped with its last piece', async () => {
  for (const [fileName, of, code] of [
    ['manual.pdf', textOf('MZ and no PDF'), 1515],
    ['manual.txt', await pdfOf(['x']), 1515],
    ['manual.pdf', textOf('%PDF-1.7 and nothing'), 1516],
    ['manual.pdf', await pdfOf(['x'], 'open sesame'), 1516],
  ] as const) {
    const id = await announced('Liar', { fileName, bytes: of.length });
    expect((await part(id, 0, { of })).code, fileName).toBe(code);
    expect(await sql`select from documents where id = ${id}`).toEqual([]);
  }
  for (const [more, code] of [
    [{ fileName: 'manual.exe' }, 1515],
    [{ models: [999_999] }, 1007],
    [{ bytes: 268_435_457 }, 400],
    [{ bytes: 0 }, 400],
    [{ replaces: 999_999 }, 1514],
    [{ replaces: await makeDocument(sql) }, 1518],
  ] as const) {
    const body = { ...SAID, title: 'Odd', bytes: 9, ...more };
    expect((await call('configuration/documentation/announce', body as never, { token })).code).toBe(code);
  }
  const body = { ...SAID, title: 'Not mine to', bytes: 9 };
  expect((await call('configuration/documentation/announce', body, { token: installer })).status).toBe(403);
});

test('what a company keeps together has an end, and what is announced counts', async () => {
  const full = await makeCompany(sql);
  const its = await signedIn((await makeUser(sql, { role: 'manager', companyId: full })).id);
  const id = await makeDocument(sql, { companyId: full });
  await sql`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole, created_at)
    select gen_random_uuid(), true, company_id, title, version, languages, models, file_name, type, 1073741824, sha256, has_text, is_whole, created_at
    from documents, generate_series(2, ${MOST_DOCUMENT_GB}) where id = ${id}`;
  const most = 268_435_456;
  const body = { ...SAID, title: 'Large', bytes: most };
  for (let n = 0; n < 2; n++) await ask('configuration/documentation/announce', body, { token: its });
  // Two at once find room for one.
  const both = Array.from({ length: 4 }, () => call('configuration/documentation/announce', body, { token: its }));
  expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual([1606, 1606, 1606, 200]);
  expect((await call('configuration/documentation/announce', body, { token: its })).code).toBe(1606);
  const small = { ...SAID, title: 'Small', file: new Uint8Array(2000).fill(65) };
  expect((await call('configuration/documentation/create', small, { token: its })).code).toBe(200);
});

test('what stopped coming in goes after a week, what is whole stays', async () => {
  const id = await announced('Forgotten');
  await part(id, 0);
  const young = await announced('Begun today');
  const days = (n: number) => new Date(context.clock.now().getTime() - n * 86_400_000);
  await sql`update documents set created_at = ${days(DOCUMENT_UPLOAD_DAYS + 1)} where sha256 is not null or id = ${id}`;
  const before = await titles(token);
  expect((await sweep(context)).documents).toBe(1);
  expect((await titles(token)).toSorted()).toEqual(before.filter((title) => title !== 'Forgotten').toSorted());
  expect((await detail(young)).code).toBe(200);
});
