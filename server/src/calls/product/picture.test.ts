// product/picture: re-encoded, at an address that nobody can guess, of its company alone.
import { expect, test } from 'vitest';
import { makeCompany, makeProduct, makeUser } from '../../../test/factories.ts';
import { drawnPng } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const otherManager = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
const detail = async (model: number) => (await ask('product/detail', { model }, { token })).product!;

test('a picture is re-encoded, shown at an address of its own, replaced and removed', async () => {
  const model = await makeProduct(sql, { companyId });
  const given = await drawnPng();
  const { picture } = await ask('product/picture', { model, picture: given }, { token });
  const shown = await app.inject({ url: `/${picture}` });
  expect(shown.headers['content-type']).toBe('image/webp');
  expect(shown.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  expect((await detail(model)).picture).toBe(picture);
  const again = await ask('product/picture', { model, picture: given }, { token });
  expect(again.picture).not.toBe(picture);
  expect((await app.inject({ url: `/${picture}` })).statusCode).toBe(404);
  await ask('product/removePicture', { model }, { token });
  expect((await app.inject({ url: `/${again.picture}` })).statusCode).toBe(404);
  expect((await detail(model)).picture).toBe('');
});

test('what lies about being a picture, and a stranger, are refused', async () => {
  const model = await makeProduct(sql, { companyId });
  const lie = new Uint8Array(Buffer.from('<svg onload="x()"/>'));
  expect((await call('product/picture', { model, picture: lie }, { token })).code).toBe(1374);
  expect((await call('product/picture', { model, picture: await drawnPng() }, { token: otherManager })).code).toBe(
    1502,
  );
  expect((await call('product/removePicture', { model }, { token: otherManager })).code).toBe(1502);
  expect((await call('product/picture', { model: 88_888, picture: await drawnPng() }, { token })).code).toBe(1007);
});
