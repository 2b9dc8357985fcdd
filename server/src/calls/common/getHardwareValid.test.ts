// common/getHardwareValid: each serial number with its own reason in the user's language.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);

test('reports own, repeated and malformed numbers, and treats taken, restricted and unknown ones alike', async () => {
  const own = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId }) });
  const claimed = await makeDevice(sql);
  await sql`insert into serial_numbers (sn, restricted_at) values ('BAD00001', now())`;
  const sn = ['12345678', ' abcd0001 ', claimed.sn, 'BAD00001', own.sn, '12345678', '???', ''];
  const { list } = await ask('common/getHardwareValid', { sn }, { token });
  expect(list.map(({ valid }) => valid)).toEqual([true, true, true, true, false, false, false, false]);
  const sentence = 'Failed verification, please check and try again!';
  expect(list.map(({ reason }) => reason)).toEqual([
    '',
    '',
    '',
    '',
    expect.stringContaining(own.sn),
    `${sentence}\n12345678: listed twice`,
    expect.stringContaining(sentence),
    expect.stringContaining(sentence),
  ]);
  expect(list[1]!.sn).toBe('ABCD0001');
  expect(JSON.stringify(list)).not.toContain(claimed.sid);
});

test('accepts a single number without a list', async () => {
  expect((await ask('common/getHardwareValid', { sn: '12345678' }, { token })).list).toHaveLength(1);
});

test('refuses scanning the whole range of numbers', async () => {
  const sn = Array.from({ length: 200 }, (_, n) => (0x50000000 + n).toString(16));
  const codes = [];
  for (let n = 0; n < 16; n++) codes.push((await call('common/getHardwareValid', { sn }, { token })).code);
  expect(codes.slice(0, 6)).toEqual(Array(6).fill(200));
  expect(codes.at(-1)).toBe(1000);
});
