// brand/mark: an uploaded mark is re-encoded, served under an address of its content, and makes the icons.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, signedIn, sql } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const manager = await signedIn((await makeUser(sql, { role: 'manager' })).id);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><image href="file:///etc/passwd" width="9" height="9"/><rect width="40" height="20" fill="#ff0000"/></svg>`;
const svg = (text = SVG) => new Uint8Array(Buffer.from(text));
const get = async (url: string) => await app.inject(url);

test('draws an SVG as a square PNG of 512 pixels, in which nothing else of the file is left', async () => {
  const { marks } = await ask('brand/mark', { id: 2, scheme: 'light', picture: svg() }, { token });
  expect(marks.light).toMatch(/^\/brand\/2\/light-[\w-]{16}\.png$/);
  expect(marks.dark).toBe(marks.light);
  const { headers, rawPayload, statusCode } = await get(marks.light);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
  expect(headers['cache-control']).toContain('max-age=31536000');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 });
  // Twice as wide as high: transparent above and below, red in the middle.
  const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
  expect(pixel(256, 20)[3]).toBe(0);
  expect(pixel(256, 256)).toEqual([255, 0, 0, 255]);
  expect(rawPayload.includes('passwd')).toBe(false);
  for (const [icon, pixels] of [
    [marks.icon180, 180],
    [marks.icon192, 192],
    [marks.icon512, 512],
  ] as const) {
    const { rawPayload: png } = await get(icon);
    expect(await sharp(png).metadata()).toMatchObject({ width: pixels, height: pixels });
  }
});

test('shows the dark mark where there is one; a removed one is gone at its address', async () => {
  const { marks } = await ask('brand/mark', { id: 3, scheme: 'dark', picture: svg() }, { token });
  expect(marks).toMatchObject({ light: '/brand/3.svg', icon180: '/brand/3/icon-180-own.png' });
  expect(marks.dark).toMatch(/^\/brand\/3\/dark-/);
  const { marks: after } = await ask('brand/removeMark', { id: 3, scheme: 'dark' }, { token });
  expect(after.dark).toBe('/brand/3.svg');
  expect((await get(marks.dark)).statusCode).toBe(404);
});

test('another mark has another address', async () => {
  const first = await ask('brand/mark', { id: 4, scheme: 'light', picture: svg() }, { token });
  const other = await ask(
    'brand/mark',
    { id: 4, scheme: 'light', picture: svg(SVG.replace('ff0000', '00ff00')) },
    { token },
  );
  expect(other.marks.light).not.toBe(first.marks.light);
  expect((await get(first.marks.light)).statusCode).toBe(404);
});

test('refuses what is no picture, too many pixels, and strangers', async () => {
  const wide = svg('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>');
  for (const picture of [svg('<html>'), new Uint8Array([1, 2, 3]), wide, svg('%PDF-1.4')])
    expect((await call('brand/mark', { id: 5, scheme: 'light', picture }, { token })).code).toBe(
      ERROR_CODES.pictureUnreadable,
    );
  expect((await call('brand/mark', { id: 5, scheme: 'light', picture: svg() }, { token: manager })).code).toBe(403);
  for (const url of [
    '/brand/99/icon-180-own.png',
    '/brand/1/icon-64-own.png',
    '/brand/1/..%2f0.svg',
    '/brand/x/light-a.png',
  ])
    expect((await get(url)).statusCode, url).toBe(404);
});
