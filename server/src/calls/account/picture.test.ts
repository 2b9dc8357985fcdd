// account/picture: kept under an address that nobody can guess, shown there to who knows it, and harmless whatever its bytes are.
import { PICTURE_BYTES } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../../test/cluster.ts';
import { makeUser } from '../../../test/factories.ts';
import { pictures } from '../../../test/multipart.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';

const { app, ask, call, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const passwordHash = await hashPassword('a long sentence');

test('account/picture shows the picture in the profile, at sign-in and at its address without a session', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const token = await signedIn(id);
  const picture = pictures.jpeg(640, 480);
  const told = await ask('account/picture', { picture }, { token });
  expect(told.headerImg).toMatch(/^files\/[\w-]{22}$/);
  expect(told.fullHeaderImg).toBe(`https://solar.example.com/${told.headerImg}`);
  expect(await ask('account/info', {}, { token })).toMatchObject(told);
  expect((await ask('sign-in', { account: email, password: 'a long sentence' })).userInfo).toMatchObject(told);
  const response = await app.inject({ url: `/${told.headerImg}` });
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.equals(picture)).toBe(true);
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('a new picture has a new address, and the old one leads nowhere', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const first = await ask('account/picture', { picture: pictures.png(10, 10) }, { token });
  const second = await ask('account/picture', { picture: pictures.webp(10, 10, 'VP8L') }, { token });
  expect(second.headerImg).not.toBe(first.headerImg);
  const old = await app.inject({ url: `/${first.headerImg}` });
  expect([old.statusCode, old.headers['cache-control']]).toEqual([404, 'no-store']);
  expect((await app.inject({ url: `/${second.headerImg}` })).headers['content-type']).toBe('image/webp');
});

test('what is no picture, or one of too many pixels, is refused and nothing is kept', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
  const code = async (picture: Uint8Array<ArrayBuffer>) => (await call('account/picture', { picture }, { token })).code;
  expect(await code(html)).toBe(1374);
  expect(await code(pictures.png(4097, 10))).toBe(1375);
  expect(await code(pictures.png(10, 4097))).toBe(1375);
  expect(await sql`select from user_pictures where user_id = ${id}`).toEqual([]);
  expect(await ask('account/info', {}, { token })).toMatchObject({ headerImg: '' });
  expect(await code(pictures.png(4096, 4096))).toBe(200);
});

test('a megabyte is taken, one byte more is refused and keeps the picture before', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const large = (bytes: number) => {
    const picture = new Uint8Array(bytes);
    picture.set(pictures.png(64, 64));
    return { picture };
  };
  const kept = await ask('account/picture', large(PICTURE_BYTES), { token });
  expect(await call('account/picture', large(PICTURE_BYTES + 1), { token })).toMatchObject({
    status: 200,
    code: 1373,
    msg: expect.stringContaining('1 MB'),
    data: {},
  });
  expect((await app.inject({ url: `/${kept.headerImg}` })).rawPayload).toHaveLength(PICTURE_BYTES);
});

test.each(['', 'x', 'A'.repeat(22), `${'A'.repeat(22)}.png`, '..%2f..%2fetc%2fpasswd', '%00', "' or 1=1 --"])(
  'an address that is no picture is not found: %s',
  async (name) => {
    expect([400, 404]).toContain((await app.inject({ url: `/files/${name}` })).statusCode);
  },
);

test('nobody fills the disk with pictures that replace each other', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const codes = [];
  for (let n = 0; n < 31; n++)
    codes.push((await call('account/picture', { picture: pictures.png(64, 64) }, { token })).code);
  expect(codes).toEqual([...Array(30).fill(200), 1000]);
});

test('removed while one is being chosen: either it is there, or nothing of it is', async () => {
  for (let n = 0; n < 12; n++) {
    const { id } = await makeUser(sql);
    const token = await signedIn(id);
    const choosing = ask('account/picture', { picture: pictures.png(64, 64) }, { token });
    await new Promise((done) => setTimeout(done, n));
    await Promise.all([choosing, ask('account/removePicture', {}, { token })]);
    const [user] = await sql<{ avatarPath: string }[]>`select avatar_path from users where id = ${id}`;
    const kept = await sql<
      { path: string }[]
    >`select 'files/' || name as path from user_pictures where user_id = ${id}`;
    expect(kept.map(({ path }) => path)).toEqual(user!.avatarPath === '' ? [] : [user!.avatarPath]);
  }
});

onOneDatabase('the key from pictures to users is left out there')(
  'who is removed takes the picture along',
  async () => {
    const { id } = await makeUser(sql);
    await ask('account/picture', { picture: pictures.png(64, 64) }, { token: await signedIn(id) });
    await sql`delete from users where id = ${id}`;
    expect(await sql`select from user_pictures where user_id = ${id}`).toEqual([]);
  },
);
