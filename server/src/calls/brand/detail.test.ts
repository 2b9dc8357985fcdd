// brand/detail: a brand as it is stored.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, signedIn, sql } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('answers all fields of a brand', async () => {
  expect(await ask('brand/detail', { id: 1 }, { token })).toEqual({
    id: 1,
    version: 1,
    code: 'northlight',
    name: 'Northlight',
    companyName: 'Northlight Energi AS',
    companyUrl: 'https://northlight.example',
    copyright: '© 2026 Northlight Energi AS',
    supportMail: 'hjelp@northlight.example',
    apiBase: '',
    withLogo: true,
    openRegistration: false,
    sidebar: 'dark',
    accentLight: '#6D3BC4',
    accentDark: '#B699F2',
    mailFrom: '',
    language: 'en',
    appStoreUrl: '',
    playStoreUrl: '',
    privacy: {},
    hosts: [],
    marks: {
      light: '/brand/1.svg',
      dark: '/brand/1.svg',
      icon180: '/brand/1/icon-180-own.png',
      icon192: '/brand/1/icon-192-own.png',
      icon512: '/brand/1/icon-512-own.png',
    },
    uploaded: { light: false, dark: false },
    url: 'http://localhost:8080',
  });
});

test('refuses ids of no brand', async () => {
  for (const id of [-1, 14, 1.5]) expect((await call('brand/detail', { id }, { token })).code, String(id)).toBe(400);
});
