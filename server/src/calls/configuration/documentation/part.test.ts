// configuration/documentation/part: an incomplete chunk stores nothing (announce.test.ts covers the rest).
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/documentFiles.ts';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('keeps expecting the same chunk after one that is too short, too long or empty', async () => {
  const fields = { title: 'Manual', version: '', languages: ['en' as const], models: [], fileName: 'a.txt', bytes: 50 };
  const { id } = await ask('configuration/documentation/announce', fields, { token });
  for (const [bytes, code] of [
    [49, 1579],
    [51, 1579],
    [0, 400],
  ] as const) {
    const body = { id, piece: 0, file: textOf('x'.repeat(bytes)) };
    expect((await call('configuration/documentation/part', body, { token })).code, String(bytes)).toBe(code);
  }
  expect((await ask('configuration/documentation/detail', { id }, { token })).document.received).toBe(0);
  expect(
    await ask('configuration/documentation/part', { id, piece: 0, file: textOf('x'.repeat(50)) }, { token }),
  ).toEqual({ received: 50, isWhole: true });
});
