// device/history/columns: quantities to choose for a file, in the user's language.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { id, companyId } = await makeUser(sql);
const token = await signedIn(id);

test('returns all quantities the device reports with units, as in the files', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'BDM-800' });
  const { list } = await ask('device/history/columns', { sid, sn }, { token });
  expect(list).toHaveLength(7 + 2 * 4);
  expect(list[0]).toEqual({ name: 'powerW', title: 'Power', unit: 'W' });
  const german = await ask('device/history/columns', { sn }, { token, headers: { lan: '3' } });
  expect(german.list[0]).toEqual({ name: 'powerW', title: 'Leistung', unit: 'W' });
});

test('refuses a stranger', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  const stranger = await signedIn((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect(await call('device/history/columns', { sid, sn }, { token: stranger })).toMatchObject({ code: 1006 });
});
