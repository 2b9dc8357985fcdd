// product/sn: product and state of serial numbers, without saying whose they are.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);

test('product/sn tells product, state and when a number was last seen', async () => {
  const taken = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }), product: 'BDM-800' });
  const elsewhere = await makeDevice(sql);
  await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('SEEN0001', now(), '2026-06-15T09:55:00Z')`;
  await sql`insert into serial_numbers (sn, restricted_at, restricted_reason) values ('BAD00001', now(), 'stolen')`;
  const answer = await ask(
    'product/sn',
    { sn: [taken.sn, elsewhere.sn, 'seen0001', 'BAD00001', '12345678'] },
    { token },
  );
  expect(answer.list).toEqual([
    { sn: taken.sn, model: 800, modelName: 'BDM-800', state: 'taken', lastSeenIso: null },
    // As one that nobody has ever seen.
    { sn: elsewhere.sn, model: 0, modelName: '', state: 'unknown', lastSeenIso: null },
    { sn: 'SEEN0001', model: 0, modelName: '', state: 'free', lastSeenIso: '2026-06-15T09:55:00.000Z' },
    { sn: 'BAD00001', model: 0, modelName: '', state: 'restricted', lastSeenIso: null },
    { sn: '12345678', model: 0, modelName: '', state: 'unknown', lastSeenIso: null },
  ]);
  expect(answer.products.map(({ modelName }) => modelName)).toEqual(['BDM-400', 'BDM-800', 'BDM-1200-LV', 'BDM-2250']);
  expect(JSON.stringify(answer)).not.toMatch(/stolen|DE_/);
});

test('looking up number after number is refused after a while', async () => {
  const sn = Array.from({ length: 500 }, (_, n) => (0x50000000 + n).toString(16).toUpperCase());
  let code = 200;
  for (let n = 0; n < 8 && code === 200; n++) code = (await call('product/sn', { sn }, { token })).code;
  expect(code).toBe(1000);
});
