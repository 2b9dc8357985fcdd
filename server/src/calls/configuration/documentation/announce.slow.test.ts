// configuration/documentation/announce: large uploads in chunks, files of a false type, and unreadable files.
import { createHash } from 'node:crypto';
import { DOCUMENT_CHUNK_BYTES } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { pdfOf, textOf } from '../../../../test/documentFiles.ts';
import { documentUploads, file, line, SAID } from '../../../../test/documentUploads.ts';
import { makeDocument } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql, app } = server;
const { token, installer, announced, part, detail } = await documentUploads(server);

test('accepts chunks in order, repeated or in parallel, resumes an interrupted upload, and serves the whole document', async () => {
  const id = await announced('Coming');
  expect((await part(id, 1)).code).toBe(1579);
  expect((await part(id, 0)).data).toEqual({ received: DOCUMENT_CHUNK_BYTES, isWhole: false });
  expect((await part(id, 0)).data).toEqual({ received: DOCUMENT_CHUNK_BYTES, isWhole: false });
  const both = await Promise.all([part(id, 1), part(id, 1)]);
  expect(both.map(({ data }) => data)).toEqual(Array(2).fill({ received: 2 * DOCUMENT_CHUNK_BYTES, isWhole: false }));
  expect((await detail(id)).data).toMatchObject({
    document: { received: 2 * DOCUMENT_CHUNK_BYTES, bytes: file.length, isComing: true, isNewest: false },
    versions: [],
  });
  const last = await Promise.all([part(id, 2), part(id, 2)]);
  // The server extracts one document at a time per user, so the other upload may have to wait.
  expect(last.map(({ code }) => code)).toContain(200);
  expect((await part(id, 2)).data).toEqual({ received: file.length, isWhole: true });
  expect((await detail(id, installer)).data).toMatchObject({
    document: { received: file.length, isComing: false, isNewest: true, hasText: true },
  });
  const result = await ask(
    'configuration/documentation/list',
    { filters: { keywords: 'lantern' } },
    { token: installer },
  );
  expect(result.list.map((one) => one.id)).toEqual([id]);
  const { path } = await ask('configuration/documentation/link', { id }, { token: installer });
  const whole = await app.inject({ url: `/${path}` });
  expect(whole.rawPayload.equals(file)).toBe(true);
  expect(whole.headers.etag).toBe(`"${createHash('sha256').update(file).digest('hex')}"`);
  const start = DOCUMENT_CHUNK_BYTES - 5;
  const range = await app.inject({ url: `/${path}`, headers: { range: `bytes=${start}-${start + 9}` } });
  expect(range.statusCode).toBe(206);
  expect(range.rawPayload.equals(file.slice(start, start + 10))).toBe(true);
});

test('resumes an upload only with the announced file, not with another of the same size', async () => {
  const sha256 = createHash('sha256').update(file).digest('hex');
  const other = textOf(line.replace('0001', '0002').repeat(Math.ceil(file.length / line.length)));
  expect(other.length).toBe(file.length);
  const mixed = await announced('Half and half', { sha256: sha256.toUpperCase() });
  await part(mixed, 0);
  expect((await detail(mixed)).data.document.toldSha256).toBe(sha256);
  await part(mixed, 1, { of: other });
  expect((await part(mixed, 2)).code).toBe(1645);
  // Nothing of it is stored, as of any other invalid file.
  expect((await detail(mixed)).code).toBe((await detail(999_999)).code);
  const same = await announced('The same', { sha256 });
  for (const piece of [0, 1, 2]) await part(same, piece);
  expect((await detail(same)).data.document).toMatchObject({ isComing: false, toldSha256: '' });
  const wrong = { ...SAID, title: 'Wrong', bytes: file.length, sha256: 'ab' };
  expect((await call('configuration/documentation/announce', wrong, { token })).code).toBe(400);
});

test('discards a file of a false type, or an unreadable one, after its last chunk', async () => {
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
