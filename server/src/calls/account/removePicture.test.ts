// account/removePicture: deletes the picture from the profile and from its URL.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { drawnPng } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, sql, signedIn } = await testServer();

test('removes the user’s own picture, and succeeds when there is none', async () => {
  const [mine, other] = [await signedIn((await makeUser(sql)).id), await signedIn((await makeUser(sql)).id)];
  const [{ headerImg }, theirs] = [
    await ask('account/picture', { picture: await drawnPng() }, { token: mine }),
    await ask('account/picture', { picture: await drawnPng() }, { token: other }),
  ];
  for (let n = 0; n < 2; n++) expect(await ask('account/removePicture', {}, { token: mine })).toEqual({});
  expect(await ask('account/info', {}, { token: mine })).toMatchObject({ headerImg: '', fullHeaderImg: '' });
  expect((await app.inject(`/${headerImg}`)).statusCode).toBe(404);
  expect((await app.inject(`/${theirs.headerImg}`)).statusCode).toBe(200);
});
