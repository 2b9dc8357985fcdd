// The Android apps of a host, as Android asks for them.
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';

const FINGERPRINT = Array.from({ length: 32 }, (_, at) => (at + 160).toString(16).toUpperCase()).join(':');
const { app } = await testServer({
  ANDROID_APPS: `solar.example=com.example.portal/${FINGERPRINT}, other.example=com.example.other/${FINGERPRINT}`,
});

test('a host names its own Android app with the fingerprint of its certificate, and other hosts name none', async () => {
  const linksOf = (host: string) => app.inject({ url: '/.well-known/assetlinks.json', headers: { host } });
  const own = await linksOf('solar.example');
  expect(own.headers['content-type']).toContain('application/json');
  expect(own.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.portal',
        sha256_cert_fingerprints: [FINGERPRINT],
      },
    },
  ]);
  expect((await linksOf('third.example')).statusCode).toBe(404);
});
