// configuration/ota/rollout/find: visibility and errors; begin.test.ts covers what is found.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';
import { makeFirmware } from '../../../../../test/firmware.ts';
import { createRolloutPlants, makeRollout } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { call, sql } = server;

test('shows a stranger no devices, companies or countries, and refuses a missing firmware or roll-out', async () => {
  const { id, strong, find, first, sid, sn, companyId } = await createRolloutPlants(server, 2);
  const stranger = await strong((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect(await find({ filters: {} }, stranger)).toMatchObject({
    devices: 0,
    leftOut: [],
    targets: [],
    versions: [],
    hardwares: [],
    companies: [],
    countries: [],
  });
  const asks = (body: object, who = first) => call('configuration/ota/rollout/find', { id, ...body }, who);
  expect((await asks({ id: 999_999 })).code).toBe(1570);
  expect((await asks({ id: await makeFirmware(sql, { versionName: '7.0', isPublished: false }) })).code).toBe(1570);
  const running = await makeRollout(sql, { sid, sn, companyId, firmwareId: id, state: 'running', step: 'waiting' });
  expect((await asks({ returns: running })).code).toBe(1592);
  const ended = await makeRollout(sql, { sid, sn, companyId, firmwareId: id });
  expect((await asks({ returns: ended })).code).toBe(200);
  expect((await asks({ returns: ended }, stranger)).code).toBe(1465);
  // Of another version.
  expect((await asks({ id: await makeFirmware(sql, { versionName: '7.1' }), returns: ended })).code).toBe(1465);
});
