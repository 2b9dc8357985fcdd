// product/picture: re-encoded, at an unguessable URL, for its company only.
import { expect, test } from 'vitest';
import { makeCompany, makeProduct, makeUser } from '../../../test/factories.ts';
import { drawnPng } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const otherManager = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
const detail = async (model: number) => (await ask('product/detail', { model }, { token })).product!;

test('re-encodes a picture, serves it at its own URL, replaces and removes it', async () => {
  const model = await makeProduct(sql, { companyId });
  const upload = await drawnPng();
  const { picture } = await ask('product/picture', { model, picture: upload }, { token });
  const response = await app.inject({ url: `/${picture}` });
  expect(response.headers['content-type']).toBe('image/webp');
  expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  expect((await detail(model)).picture).toBe(picture);
  const second = await ask('product/picture', { model, picture: upload }, { token });
  expect(second.picture).not.toBe(picture);
  expect((await app.inject({ url: `/${picture}` })).statusCode).toBe(404);
  await ask('product/removePicture', { model }, { token });
  expect((await app.inject({ url: `/${second.picture}` })).statusCode).toBe(404);
  expect((await detail(model)).picture).toBe('');
});

test('refuses a file that is no picture, and strangers', async () => {
  const model = await makeProduct(sql, { companyId });
  const fakePicture = new Uint8Array(Buffer.from('<svg onload="x()"/>'));
  expect((await call('product/picture', { model, picture: fakePicture }, { token })).code).toBe(1374);
  expect((await call('product/picture', { model, picture: await drawnPng() }, { token: otherManager })).code).toBe(
    1502,
  );
  expect((await call('product/removePicture', { model }, { token: otherManager })).code).toBe(1502);
  expect((await call('product/picture', { model: 88_888, picture: await drawnPng() }, { token })).code).toBe(1007);
});
