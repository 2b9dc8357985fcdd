// site/layoutPhoto: re-encodes a photo and serves it at an unguessable URL; refuses files that are no picture, whatever their name.
import { PHOTO_BYTES } from '@heliograph/contract/limits.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { drawnPng, pictures } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const user = await makeUser(sql);
const token = await signedIn(user.id);
const send = (sid: string, photo: Uint8Array<ArrayBuffer>) => call('site/layoutPhoto', { sid, photo }, { token });

test('re-encodes the photo upright and without location data, and shows it once the layout uses it', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const cameraPhoto = sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'Hans Meier' }, IFD3: { GPSLatitude: '47/1 39/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg();
  const upload = new Uint8Array(await cameraPhoto.toBuffer());
  const stored = await ask('site/layoutPhoto', { sid, photo: upload }, { token });
  expect(stored).toMatchObject({ width: 1024, height: 2048, path: `files/layout/${sid}/${stored.name}` });
  const response = await app.inject({ url: `/${stored.path}` });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(response.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  const drawn = await sharp(response.rawPayload).metadata();
  expect([drawn.width, drawn.height, drawn.exif]).toEqual([1024, 2048, undefined]);
  expect(await ask('site/layoutInfo', { sid }, { token })).toMatchObject({ layoutPic: '', photo: null });
  const photo = { name: stored.name, x: 1.5, y: -2, opacity: 0.4 };
  await ask('site/updateLayoutInfo', { sid, version: 0, zones: [], photo, layoutScale: 0.015 }, { token });
  expect(await ask('site/layoutInfo', { sid }, { token })).toMatchObject({
    layoutPic: `https://solar.example.com/${stored.path}`,
    layoutScale: 0.015,
    photo: { ...photo, width: 1024, height: 2048, path: stored.path },
  });
  // Omitted it stays, null removes it.
  await ask('site/updateLayoutInfo', { sid, version: 1, zones: [] }, { token });
  expect((await ask('site/layoutInfo', { sid }, { token })).photo).toMatchObject(photo);
  await ask('site/updateLayoutInfo', { sid, version: 2, zones: [], photo: null }, { token });
  expect((await ask('site/layoutInfo', { sid }, { token })).photo).toBeNull();
});

test('refuses files that are no picture or too large, and stores nothing', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const script = new TextEncoder().encode('<script>alert(1)</script>');
  const inDisguise = new Uint8Array([...pictures.png(40, 40), ...script]);
  const cut = (await drawnPng(300, 300)).slice(0, 200);
  expect(await send(sid, script)).toMatchObject({ code: 1374 });
  expect(await send(sid, inDisguise)).toMatchObject({ code: 1374 });
  expect(await send(sid, cut)).toMatchObject({ code: 1374 });
  // A few bytes that would decode to ten gigabytes of pixels.
  expect(await send(sid, pictures.png(65_000, 40_000))).toMatchObject({ code: 1375 });
  expect(await send(sid, new Uint8Array(PHOTO_BYTES + 1))).toMatchObject({ code: 1373 });
  expect(await sql`select from layout_photos where sid = ${sid}`).toHaveLength(0);
});

test('keeps the photo in use and the most recent others', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { name } = await ask('site/layoutPhoto', { sid, photo: await drawnPng() }, { token });
  const photo = { name, x: 0, y: 0, opacity: 1 };
  await ask('site/updateLayoutInfo', { sid, version: 0, zones: [], photo }, { token });
  for (let n = 0; n < 6; n++) await ask('site/layoutPhoto', { sid, photo: await drawnPng() }, { token });
  const remaining = await sql<{ name: string }[]>`select name from layout_photos where sid = ${sid}`;
  expect(remaining).toHaveLength(5);
  expect(remaining.map((one) => one.name)).toContain(name);
});

test('requires the right to change the plant, and returns not found for an unknown URL', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  const photo = await drawnPng();
  expect(await call('site/layoutPhoto', { sid, photo }, { token: await signedIn(guest.id) })).toMatchObject({
    code: 1301,
  });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('site/layoutPhoto', { sid, photo }, { token: stranger })).toMatchObject({ code: 1005 });
  for (const url of [`/files/layout/${sid}/${'x'.repeat(22)}`, '/files/layout/x/y', `/files/layout/${sid}/`])
    expect((await app.inject({ url })).statusCode, url).toBe(404);
});
