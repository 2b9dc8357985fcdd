// product/sn/template: the downloaded file is accepted by the import.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { readXlsx } from '../../../../test/readXlsx.ts';
import { testServer } from '../../../../test/testServer.ts';

const { app, sql, signedIn } = await testServer();

test('contains the columns of the import, and the available products', async () => {
  const token = await signedIn((await makeUser(sql, { role: 'manager' })).id);
  const response = await app.inject({
    method: 'POST',
    url: '/v2/product/sn/template',
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(response.statusCode).toBe(200);
  const { sheets } = readXlsx(response.rawPayload);
  expect(sheets[0]!.rows).toEqual([['Serial number', 'Product']]);
  expect(sheets[1]!.rows).toContainEqual(['BDM-2250', 2250]);
});
