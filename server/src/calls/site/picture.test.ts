// site/picture: re-encodes a picture and serves it at an unguessable URL; refuses files that are no picture, whatever their name.
import { PHOTO_BYTES } from '@heliograph/contract/limits.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { drawnPng, pictures } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, clock, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const user = await makeUser(sql);
const token = await signedIn(user.id);
const plant = () => makeSite(sql, { companyId: user.companyId });

test('stores the picture upright without metadata, and shows it with the plant and in lists', async () => {
  const sid = await plant();
  const cameraPhoto = sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'Hans Meier' }, IFD3: { GPSLatitude: '47/1 39/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg();
  const stored = await ask('site/picture', { sid, picture: new Uint8Array(await cameraPhoto.toBuffer()) }, { token });
  const path = `files/site/${sid}/${stored.name}`;
  expect(stored).toMatchObject({ width: 1024, height: 2048, path, fullPath: `https://solar.example.com/${path}` });
  const response = await app.inject({ url: `/${path}` });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(response.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  const drawn = await sharp(response.rawPayload).metadata();
  expect([drawn.width, drawn.height, drawn.exif]).toEqual([1024, 2048, undefined]);
  clock.forward(60);
  const second = await ask('site/picture', { sid, picture: await drawnPng() }, { token });
  expect(await ask('site/detail', { sid }, { token })).toMatchObject({ logo: path, pictures: [stored, second] });
  expect((await ask('site/listWithSN', {}, { token })).list.find((row) => row.sid === sid)?.logo).toBe(path);
});

test('refuses a script named as a picture, and truncated, too wide or too large files, and stores nothing', async () => {
  const sid = await plant();
  const send = (picture: Uint8Array<ArrayBuffer>) => call('site/picture', { sid, picture }, { token });
  const script = new TextEncoder().encode('<script>alert(1)</script>');
  expect(await send(script)).toMatchObject({ code: 1374 });
  expect(await send(new Uint8Array([...pictures.png(40, 40), ...script]))).toMatchObject({ code: 1374 });
  expect(await send((await drawnPng(300, 300)).slice(0, 200))).toMatchObject({ code: 1374 });
  expect(await send(pictures.png(65_000, 40_000))).toMatchObject({ code: 1375 });
  expect(await send(new Uint8Array(PHOTO_BYTES + 1))).toMatchObject({ code: 1373 });
  expect(await sql`select from site_pictures where sid = ${sid}`).toHaveLength(0);
});

test('limits a plant to twelve pictures, and refuses guests and strangers', async () => {
  const sid = await plant();
  const picture = await drawnPng();
  for (let n = 0; n < 12; n++) await ask('site/picture', { sid, picture }, { token });
  expect(await call('site/picture', { sid, picture }, { token })).toMatchObject({ code: 1478 });
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  expect(await call('site/picture', { sid, picture }, { token: await signedIn(guest.id) })).toMatchObject({
    code: 1301,
  });
  const stranger = { token: await signedIn((await makeUser(sql)).id) };
  expect(await call('site/picture', { sid, picture }, stranger)).toMatchObject({ code: 1005 });
});
