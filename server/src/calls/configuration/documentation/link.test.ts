// configuration/documentation/link: a document's file by GET, whole or in ranges, only for the session that requested it and as long as it may read it.
import { expect, test } from 'vitest';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { app, ask, call, clock, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const reader = await makeUser(sql, { role: 'installer', companyId });
const token = await signedIn(reader.id);
// Crosses a chunk boundary.
const text = '0123456789'.repeat(30_000);
const id = await makeDocument(sql, { companyId, text: 'short' });
await sql`update documents set bytes = ${text.length}, file_name = '安装 "x".txt' where id = ${id}`;
await sql`delete from document_pieces where document_id = ${id}`;
for (const [piece, part] of [text.slice(0, 262_144), text.slice(262_144)].entries())
  await sql`insert into document_pieces (document_id, piece, company_id, bytes) values (${id}, ${piece}, ${companyId}, ${Buffer.from(part)})`;
const linkOf = async (of = token) => (await ask('configuration/documentation/link', { id }, { token: of })).path;
const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/${path}`, headers });

test('serves the whole file as a harmless attachment with its name in every language', async () => {
  const response = await get(await linkOf());
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe(text);
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="____x_.txt"; filename*=UTF-8''%E5%AE%89%E8%A3%85%20%22x%22.txt`,
  );
  const head = await get(await linkOf(), {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(text.length), '']);
});

test('serves ranges within and across chunks, to the end and the last bytes; none beyond the end, and the whole file for several ranges', async () => {
  const path = await linkOf();
  const part = async (range: string, headers = {}) => {
    const { statusCode, body, headers: responseHeaders } = await get(path, { range, ...headers });
    return [statusCode, body, responseHeaders['content-range']];
  };
  expect(await part('bytes=262140-262149')).toEqual([206, '0123456789', `bytes 262140-262149/${text.length}`]);
  expect(await part('bytes=299995-')).toEqual([206, '56789', `bytes 299995-299999/${text.length}`]);
  expect(await part('bytes=-3')).toEqual([206, '789', `bytes 299997-299999/${text.length}`]);
  expect(await part(`bytes=${text.length}-`)).toEqual([416, '', `bytes */${text.length}`]);
  expect((await part('bytes=0-1,3-4'))[0]).toBe(200);
  expect((await part('bytes=9-1'))[0]).toBe(200);
  expect((await part('bytes=0-1', { 'if-range': '"another"' }))[0]).toBe(200);
});

test('returns not found for a modified or expired link, and after the session has ended', async () => {
  const path = await linkOf();
  const other = await makeDocument(sql, { companyId });
  const wrong = [
    path.replace(`document/${id}/`, `document/${other}/`),
    path.replace(/\.(\d+)\./, (_, ends) => `.${Number(ends) + 600}.`),
    `${path.slice(0, -2)}AA`,
    `files/document/${id}/nothing`,
    'files/document/x/1.2.3',
    `files/document/99999999999/${path.split('/').at(-1)}`,
  ];
  for (const one of wrong) expect((await get(one)).statusCode, one).toBe(404);
  clock.forward(601);
  expect((await get(path)).statusCode).toBe(404);
  const renewed = await linkOf();
  await ask('account/loginOut', {}, { token });
  expect((await get(renewed)).statusCode).toBe(404);
});

test('serves nothing to users who lost access, or after deletion', async () => {
  const user = await makeUser(sql, { role: 'installer', companyId });
  const its = await signedIn(user.id);
  const path = await linkOf(its);
  expect((await get(path)).statusCode).toBe(200);
  await sql`update documents set company_id = ${await makeCompany(sql)} where id = ${id}`;
  expect((await get(path)).statusCode).toBe(404);
  expect((await call('configuration/documentation/link', { id }, { token: its })).code).toBe(1514);
  await sql`update documents set company_id = ${companyId} where id = ${id}`;
  await sql`delete from role_menus where menu_id = (select id from menus where name = 'Documentation')`;
  expect((await get(path)).statusCode).toBe(404);
});
