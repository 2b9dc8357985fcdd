// site/removePicture: its URL stops working, and the next picture becomes the first.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { drawnPng } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, clock, sql, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);

test('removes a picture once, and only of that plant', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const other = await makeSite(sql, { companyId: user.companyId });
  const picture = await drawnPng();
  const first = await ask('site/picture', { sid, picture }, { token });
  clock.forward(60);
  const second = await ask('site/picture', { sid, picture }, { token });
  const { name } = first;
  expect(await call('site/removePicture', { sid: other, name }, { token })).toMatchObject({ code: 1479 });
  const stranger = { token: await signedIn((await makeUser(sql)).id) };
  expect(await call('site/removePicture', { sid, name }, stranger)).toMatchObject({ code: 1005 });
  await ask('site/removePicture', { sid, name }, { token });
  expect((await app.inject({ url: `/${first.path}` })).statusCode).toBe(404);
  expect(await ask('site/detail', { sid }, { token })).toMatchObject({ logo: second.path, pictures: [second] });
  expect(await call('site/removePicture', { sid, name }, { token })).toMatchObject({ code: 1479 });
  await ask('site/removePicture', { sid, name: second.name }, { token });
  expect(await ask('site/detail', { sid }, { token })).toMatchObject({ logo: '', pictures: [] });
});
