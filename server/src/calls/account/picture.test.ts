// account/picture: stored under an unguessable URL, served to anyone who has the URL, and harmless whatever its content.
import { PICTURE_BYTES } from '@heliograph/contract/limits.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../../test/cluster.ts';
import { makeUser } from '../../../test/factories.ts';
import { drawnPng, pictures } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { redrawPictures } from '../../accounts/redrawPictures.ts';

const { app, ask, call, context, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const passwordHash = await hashPassword('a long sentence');

test('shows the picture in the profile, at sign-in and at its URL without a session', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const token = await signedIn(id);
  const camera = sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'Hans Meier' }, IFD3: { GPSLatitude: '47/1 39/1 0/1' } })
    .jpeg();
  const script = '<script>alert(1)</script>';
  const picture = new Uint8Array(Buffer.concat([await camera.toBuffer(), Buffer.from(script)]));
  const uploaded = await ask('account/picture', { picture }, { token });
  expect(uploaded.headerImg).toMatch(/^files\/[\w-]{22}$/);
  expect(uploaded.fullHeaderImg).toBe(`https://solar.example.com/${uploaded.headerImg}`);
  expect(await ask('account/info', {}, { token })).toMatchObject(uploaded);
  expect((await ask('sign-in', { account: email, password: 'a long sentence' })).userInfo).toMatchObject(uploaded);
  const response = await app.inject({ url: `/${uploaded.headerImg}` });
  expect(response.statusCode).toBe(200);
  // Neither what a camera added nor what follows the image is stored.
  expect(response.rawPayload.includes(script)).toBe(false);
  const drawn = await sharp(response.rawPayload).metadata();
  expect([drawn.format, drawn.width, drawn.height, drawn.exif]).toEqual(['webp', 512, 384, undefined]);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('re-encodes pictures that an earlier version stored as they were, and removes what is no picture', async () => {
  const script = Buffer.from('<script>alert(1)</script>');
  const webp = await sharp(await drawnPng())
    .webp()
    .toBuffer();
  const stored: [type: string, bytes: Buffer][] = [
    ['image/png', Buffer.concat([await drawnPng(), script])],
    ['image/png', Buffer.from(pictures.png(64, 64))],
    ['image/webp', Buffer.concat([webp, script])],
  ];
  const people = [];
  for (const [n, [type, bytes]] of stored.entries()) {
    const { id } = await makeUser(sql);
    const name = `${n}`.repeat(22);
    await sql`update users set avatar_path = ${`files/${name}`} where id = ${id}`;
    await sql`
      insert into user_pictures (user_id, name, type, bytes, created_at, redrawn)
      values (${id}, ${name}, ${type}, ${bytes}, ${context.clock.now()}, false)`;
    people.push(id);
  }
  expect(await redrawPictures(context)).toBe(3);
  expect(await redrawPictures(context)).toBe(0);
  for (const id of [people[0]!, people[2]!]) {
    const [kept] = await sql<{ bytes: Buffer }[]>`select bytes from user_pictures where user_id = ${id}`;
    expect((await sharp(kept!.bytes).metadata()).format).toBe('webp');
    expect(kept!.bytes.includes(script)).toBe(false);
  }
  expect(await sql`select from user_pictures where user_id = ${people[1]!}`).toEqual([]);
  expect(await sql`select avatar_path from users where id = ${people[1]!}`).toEqual([{ avatarPath: '' }]);
});

test('gives a new picture a new URL, and the old URL is not found', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const first = await ask('account/picture', { picture: await drawnPng() }, { token });
  const second = await ask('account/picture', { picture: await drawnPng(10, 10) }, { token });
  expect(second.headerImg).not.toBe(first.headerImg);
  const old = await app.inject({ url: `/${first.headerImg}` });
  expect([old.statusCode, old.headers['cache-control']]).toEqual([404, 'no-store']);
  expect((await app.inject({ url: `/${second.headerImg}` })).headers['content-type']).toBe('image/webp');
});

test('refuses a file that is no picture or has too many pixels, and stores nothing', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
  const code = async (picture: Uint8Array<ArrayBuffer>) => (await call('account/picture', { picture }, { token })).code;
  expect(await code(html)).toBe(1374);
  expect(await code(pictures.png(4097, 10))).toBe(1375);
  expect(await code(pictures.png(10, 4097))).toBe(1375);
  expect(await sql`select from user_pictures where user_id = ${id}`).toEqual([]);
  expect(await ask('account/info', {}, { token })).toMatchObject({ headerImg: '' });
  expect(await code(pictures.png(64, 64))).toBe(1374);
  expect(await code(await drawnPng(4096, 16))).toBe(200);
});

test('accepts one megabyte; one byte more is refused and keeps the previous picture', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const drawn = await drawnPng();
  const large = (bytes: number) => {
    const picture = new Uint8Array(bytes);
    picture.set(drawn);
    return { picture };
  };
  const stored = await ask('account/picture', large(PICTURE_BYTES), { token });
  expect(await call('account/picture', large(PICTURE_BYTES + 1), { token })).toMatchObject({
    status: 200,
    code: 1373,
    msg: expect.stringContaining('1 MB'),
    data: {},
  });
  // What follows the image is not stored.
  expect((await app.inject({ url: `/${stored.headerImg}` })).rawPayload.length).toBeLessThan(1_000);
});

test.each(['', 'x', 'A'.repeat(22), `${'A'.repeat(22)}.png`, '..%2f..%2fetc%2fpasswd', '%00', "' or 1=1 --"])(
  'returns not found for a URL that is no picture: %s',
  async (name) => {
    expect([400, 404]).toContain((await app.inject({ url: `/files/${name}` })).statusCode);
  },
);

test('limits the number of pictures that replace each other', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const codes = [];
  for (let n = 0; n < 31; n++)
    codes.push((await call('account/picture', { picture: await drawnPng() }, { token })).code);
  expect(codes).toEqual([...Array(30).fill(200), 1000]);
});

test('leaves either the whole picture or none when it is removed while being stored', async () => {
  for (let n = 0; n < 12; n++) {
    const { id } = await makeUser(sql);
    const token = await signedIn(id);
    const choosing = ask('account/picture', { picture: await drawnPng() }, { token });
    await new Promise((done) => setTimeout(done, n));
    await Promise.all([choosing, ask('account/removePicture', {}, { token })]);
    const [user] = await sql<{ avatarPath: string }[]>`select avatar_path from users where id = ${id}`;
    const stored = await sql<
      { path: string }[]
    >`select 'files/' || name as path from user_pictures where user_id = ${id}`;
    expect(stored.map(({ path }) => path)).toEqual(user!.avatarPath === '' ? [] : [user!.avatarPath]);
  }
});

onOneDatabase('the key from pictures to users is left out there')(
  'deletes the picture when its user is deleted',
  async () => {
    const { id } = await makeUser(sql);
    await ask('account/picture', { picture: await drawnPng() }, { token: await signedIn(id) });
    await sql`delete from users where id = ${id}`;
    expect(await sql`select from user_pictures where user_id = ${id}`).toEqual([]);
  },
);
