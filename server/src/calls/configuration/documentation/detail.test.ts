// configuration/documentation/detail: one version with all others; another company's document looks like a missing one.
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const manager = await makeUser(sql, { role: 'manager', companyId, name: 'Mara' });
const token = await signedIn(manager.id);
const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId })).id);
const stranger = await signedIn((await makeUser(sql, { role: 'manager' })).id);

test('lists all versions, newest first, and names the uploader to users who may edit', async () => {
  const fields = { title: 'Series', languages: ['en'] as never, models: [400] as never, fileName: 'a.txt' };
  const { id } = await ask(
    'configuration/documentation/create',
    { ...fields, version: '1', file: textOf('x') },
    { token },
  );
  const next = { ...fields, version: '2', file: textOf('y'), replaces: id };
  const newest = (await ask('configuration/documentation/create', next, { token })).id;
  const { document, versions } = await ask('configuration/documentation/detail', { id }, { token });
  expect(document).toMatchObject({
    id,
    version: '1',
    isNewest: false,
    revision: 1,
    addedBy: 'Mara',
    rights: { update: true },
  });
  expect(versions.map((one) => [one.id, one.version])).toEqual([
    [newest, '2'],
    [id, '1'],
  ]);
  const read = (await ask('configuration/documentation/detail', { id }, { token: installer })).document;
  expect(read).toMatchObject({ addedBy: '', rights: { update: false } });
});

test('treats another company’s document like a missing one', async () => {
  const id = await makeDocument(sql, { companyId });
  const [foreign, missing] = await Promise.all(
    [id, 999_999].map((one) => call('configuration/documentation/detail', { id: one }, { token: stranger })),
  );
  expect(foreign).toMatchObject({ code: 1514, data: {} });
  expect(foreign).toEqual(missing);
});
