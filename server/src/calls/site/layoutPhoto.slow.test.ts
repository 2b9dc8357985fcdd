// site/layoutPhoto: a body far beyond the limit.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { pictures } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { call, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const user = await makeUser(sql);
const token = await signedIn(user.id);
const send = (sid: string, photo: Uint8Array<ArrayBuffer>) => call('site/layoutPhoto', { sid, photo }, { token });

test('refuses a photo of two hundred megabytes during its upload', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const large = new Uint8Array(200_000_000);
  large.set(pictures.png(4000, 3000));
  expect(await send(sid, large)).toMatchObject({ code: 1373 });
});
