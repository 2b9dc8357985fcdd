// product/sn/info: product and functions, as public clients read them.
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'owner' })).id);

test('product/sn/info knows registered numbers and says nothing of their plants', async () => {
  const { sn, sid } = await makeDevice(sql, { product: 'BDM-2250' });
  const answer = await ask('product/sn/info', { sn: [sn.toLowerCase(), 'NOBODY'] }, { token });
  expect(answer.list).toEqual([
    { sn, model: 2250, modelName: 'BDM-2250', funcList: [], is_exist: true },
    { sn: 'NOBODY', model: 0, modelName: '', funcList: [], is_exist: false },
  ]);
  expect(JSON.stringify(answer)).not.toContain(sid);
});

test('looking up number after number is refused after a while', async () => {
  const sn = Array.from({ length: 500 }, (_, n) => `NUMBER${n}`);
  let code = 200;
  for (let n = 0; n < 8 && code === 200; n++) code = (await call('product/sn/info', { sn }, { token })).code;
  expect(code).toBe(1000);
});
