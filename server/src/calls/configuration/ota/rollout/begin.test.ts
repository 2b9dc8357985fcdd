// configuration/ota/rollout/begin: included devices and their waves, permissions, and what is never rolled out.
import { DEFAULT_PLAN } from '@heliograph/contract/rollouts.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeUser } from '../../../../../test/factories.ts';
import { makeFirmware, tellVersions } from '../../../../../test/firmware.ts';
import { createRolloutPlants, PLAN } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql, signedIn } = server;

test('puts every suitable device in one wave, spread over plants, and logs who started it', async () => {
  const plants = await createRolloutPlants(server, 12);
  const { begun, detail, devices } = plants;
  const id = await begun({ plan: DEFAULT_PLAN });
  const { rollout, waves, history } = await detail(id);
  expect(rollout).toMatchObject({
    versionName: '1.9.0',
    modelName: 'HG-1',
    state: 'running',
    reason: '',
    wave: 0,
    waves: 3,
    devices: 12,
    counts: { waiting: 12 },
    askedBy: plants.one.email,
    plan: DEFAULT_PLAN,
    watchedIso: null,
    revision: 1,
    rights: { pause: true, resume: false, stop: true, back: false },
  });
  expect(waves.map(({ counts }) => counts)).toEqual([{ waiting: 5 }, { waiting: 1 }, { waiting: 6 }]);
  expect(history).toMatchObject([{ what: 'begun', by: plants.one.email, wave: 0, reason: '' }]);
  const list = await devices(id);
  expect(list.map(({ sn }) => sn).toSorted()).toEqual(plants.gateways.map(({ sn }) => sn).toSorted());
  expect(list.map(({ wave }) => wave)).toEqual([0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2]);
  expect(list[0]).toMatchObject({ step: 'waiting', before: '1.8.0', versionName: '1.9.0', askedIso: null });
  const [line] =
    await sql`select after from audit_log where action = 'configuration/ota/rollout/begin' order by id desc limit 1`;
  expect(line!.after).toMatchObject({ rollout: id, version: '1.9.0', devices: 12 });
});

test('refuses the second of two concurrent roll-outs, whose devices are in use', async () => {
  const { begin, find, begun, filters } = await createRolloutPlants(server, 2);
  expect((await begin({ devices: 3 })).code).toBe(1466);
  const both = await Promise.all([begin(), begin()]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([1467, 200]);
  expect(await find()).toMatchObject({ devices: 0, leftOut: [{ reason: 'inRollout', devices: 2 }] });
  await expect(begun({ filters })).rejects.toThrow('1467');
});

test('leaves out older, other and unknown versions, devices of others, and plants whose owner declined', async () => {
  const plants = await createRolloutPlants(server, 2);
  const { sid, companyId, find, begin, gateways, mark } = plants;
  const [one, two] = gateways as [{ sid: string; sn: string }, { sid: string; sn: string }];
  const added = async (runs?: { firmware?: string; hardware?: string }) => {
    const device = await makeDevice(sql, { sid, product: 'HG-1' });
    if (runs) await tellVersions(sql, { ...device, ...runs });
  };
  await added({ firmware: '1.9.0' });
  await added({ firmware: '2.0.0' });
  await added();
  await makeDevice(sql, { sid, product: 'BDM-400' });
  const stranger = await createRolloutPlants(server, 1);
  await sql`update sites set name = ${`${mark} of others`} where sid = ${stranger.sid}`;
  await sql`update sites set control_off_at = now() where sid = ${two.sid}`;
  const reasons = async (more: object = {}) => {
    const { devices, leftOut } = await find(more);
    return [devices, Object.fromEntries(leftOut.map((row) => [row.reason, row.devices]))];
  };
  expect(await reasons()).toEqual([1, { same: 1, older: 1, unknown: 1, controlIsOff: 1 }]);
  const ofHardware = await makeFirmware(sql, { versionName: '3.0.0', hardware: '3' });
  expect(await reasons({ id: ofHardware })).toEqual([0, { otherHardware: 4, unknown: 1 }]);
  expect((await begin({ id: ofHardware, devices: 1 })).code).toBe(1467);
  const draft = await makeFirmware(sql, { versionName: '4.0.0', isPublished: false });
  expect((await begin({ id: draft, devices: 1 })).code).toBe(1570);
  const older = await makeFirmware(sql, { versionName: '1.7.0' });
  expect((await begin({ id: older, devices: 1 })).code).toBe(1467);
  // A device that somebody updates individually.
  const updating = { sid: one.sid, sn: one.sn, id: plants.id };
  expect((await call('configuration/ota/update', updating, plants.first)).code).toBe(200);
  expect(await reasons()).toEqual([0, { same: 1, older: 1, unknown: 1, controlIsOff: 1, updatePending: 1 }]);
  expect(companyId).not.toBe(stranger.companyId);
});

test('filters by installed version, hardware, company and country, and lists the choices', async () => {
  const plants = await createRolloutPlants(server, 3);
  const { find, gateways, companyId } = plants;
  await tellVersions(sql, { ...gateways[0]!, firmware: '1.7.5', hardware: '2.0' });
  await sql`update sites set country_code = 'AT' where sid = ${gateways[1]!.sid}`;
  const all = await find();
  expect(all).toMatchObject({
    devices: 3,
    isTooMany: false,
    targets: [{ versionName: '1.9.0', devices: 3 }],
    versions: [
      { name: '1.8.0', devices: 2 },
      { name: '1.7.5', devices: 1 },
    ],
    hardwares: [
      { name: '2.1', devices: 2 },
      { name: '2.0', devices: 1 },
    ],
    companies: [{ id: companyId, devices: 3 }],
  });
  expect(all.countries.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'AT', devices: 1 },
    { name: 'DE', devices: 2 },
  ]);
  for (const [narrower, n] of [
    [{ version: '1.7.5' }, 1],
    [{ hardware: '2.1' }, 2],
    [{ country_code: 'at' }, 1],
    [{ company: companyId }, 3],
    [{ company: companyId + 1 }, 0],
    [{ version: '1.7.5', country_code: 'AT' }, 0],
  ] as const)
    expect((await find({ filters: { ...plants.filters, ...narrower } })).devices, JSON.stringify(narrower)).toBe(n);
});

test('refuses a password alone, an owner, a stranger, a guest, and an invalid plan', async () => {
  const plants = await createRolloutPlants(server, 1);
  const { begin, find, sid, one, owning, id, filters, strong } = plants;
  const passwordOnly = { token: await signedIn(one.id) };
  expect((await begin({}, passwordOnly)).code).toBe(1552);
  expect(await find({}, passwordOnly)).toMatchObject({ devices: 1, needsSecondFactor: true });
  expect((await begin({}, owning)).status).toBe(403);
  const { id: other } = await makeUser(sql, { companyId: await makeCompany(sql) });
  const stranger = await strong(other);
  await sql`update sites set shared_with = array[${other}::int] where sid = ${sid}`;
  expect((await begin({}, stranger)).code).toBe(1467);
  expect(await ask('configuration/ota/rollout/find', { id, filters }, stranger)).toMatchObject({
    devices: 0,
    companies: [],
  });
  for (const plan of [
    { ...PLAN, waves: [] },
    { ...PLAN, waves: [{ unit: 'percent', upTo: 50 }] },
    { ...PLAN, withinH: 0 },
    { ...PLAN, mostFailed: -1 },
  ])
    expect((await begin({ plan })).code, JSON.stringify(plan)).toBe(400);
});
