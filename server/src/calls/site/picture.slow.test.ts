// site/picture: a body far beyond the limit.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { pictures } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { call, sql, signedIn } = await testServer();

test('refuses a picture of two hundred megabytes during its upload, and stores nothing', async () => {
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const picture = new Uint8Array(200_000_000);
  picture.set(pictures.png(4000, 3000));
  const response = await call('site/picture', { sid, picture }, { token: await signedIn(user.id) });
  expect(response).toMatchObject({ code: 1373 });
  expect(await sql`select from site_pictures where sid = ${sid}`).toHaveLength(0);
});
