// configuration/ota/part: an incomplete chunk stores nothing (create.test.ts covers the rest).
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { firmwareFile, MAKER } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer({ FIRMWARE_KEYS: MAKER.hex });
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('keeps expecting the same chunk after one that is too short, too long or empty', async () => {
  const file = firmwareFile(50);
  const { id } = await ask(
    'configuration/ota/create',
    {
      versionName: '1',
      model: 10_000,
      hardware: '',
      description: '',
      fileName: 'a.bin',
      bytes: 50,
      signature: MAKER.sign(file),
      isForced: true,
    },
    { token },
  );
  for (const [bytes, code] of [
    [49, 1579],
    [51, 1579],
    [0, 400],
  ] as const) {
    const body = { id, piece: 0, file: new Uint8Array(firmwareFile(bytes)) };
    expect((await call('configuration/ota/part', body, { token })).code, String(bytes)).toBe(code);
  }
  expect((await ask('configuration/ota/detail', { id }, { token })).firmware.received).toBe(0);
  expect(await ask('configuration/ota/part', { id, piece: 0, file }, { token })).toEqual({
    received: 50,
    isWhole: true,
  });
});
