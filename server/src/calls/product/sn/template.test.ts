// product/sn/template: what is downloaded is what the import takes.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { readXlsx } from '../../../../test/readXlsx.ts';
import { testServer } from '../../../../test/testServer.ts';

const { app, sql, signedIn } = await testServer();

test('the template has the heads of the import, and the products that it may name', async () => {
  const token = await signedIn((await makeUser(sql, { role: 'manager' })).id);
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/product/sn/template',
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(200);
  const { sheets } = readXlsx(answer.rawPayload);
  expect(sheets[0]!.rows).toEqual([['Serial number', 'Product']]);
  expect(sheets[1]!.rows).toContainEqual(['BDM-2250', 2250]);
});
