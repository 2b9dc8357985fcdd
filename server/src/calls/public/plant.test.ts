// public/plant: the figures of the overview, without location, owner or devices.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeDevice, makePublicLink, makeSite, makeUser } from '../../../test/factories.ts';
import { updateAllProblems } from '../../../test/problems.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, clock, context } = server;
const installer = await makeUser(sql);
const owner = await makeUser(sql, { role: 'owner' });

async function opened(title = '') {
  const sid = await makeSite(sql, {
    companyId: installer.companyId,
    ownerId: owner.id,
    name: 'Roof',
    city: 'Konstanz',
  });
  const id = randomUUID();
  await makePublicLink(sql, { sid, id, by: owner.id, title });
  return { sid, token: id };
}

test('returns exactly the figures of the overview', async () => {
  const { sid, token } = await opened();
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-05-14', energyWh: 4321 });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 2000 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 512.5 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T08:58:00Z', powerW: 212.5 });
  await sql`update device_live set status = 0, at = ${clock.now()}, power_w = 207.5, version = version + 1 where sid = ${sid}`;
  await sql`update site_live set at = ${clock.now()} where sid = ${sid}`;
  const signedIn = { token: await server.signedIn(installer.id) };
  const overview = await server.ask('site/overview', { sid }, signedIn);
  const chart = await server.ask('site/statistics/echarts', { sid, types: 1 }, signedIn);
  const page = await server.ask('public/plant', { token });
  const { today, month, year, total, totalNow } = overview.statisticsProduction;
  expect(totalNow).not.toBe('');
  expect(page).toEqual({
    title: 'Roof',
    nowIso: '2026-06-15T12:00:00+02:00',
    day: '2026-06-15',
    powerMax: 6900,
    now: totalNow,
    today,
    month,
    year,
    total,
    co2: overview.benefit.co2,
    provenance: overview.provenance.today,
    flow: overview.energy,
    curve: { xAxisIso: chart.xAxisIso, data: chart.series[0]!.data },
    peak: overview.peak,
    hasDevices: true,
    problems: 0,
    problem: null,
    isNight: false,
    lastUpdateIso: overview.lastUpdateIso,
    expectedUploadS: overview.expectedUploadS,
  });
  const text = JSON.stringify(page);
  for (const hidden of [sid, sn, 'Konstanz', '47.66', '9.18', owner.email, 'EUR', 'BDM', 'Europe', 'Berlin'])
    expect(text).not.toContain(hidden);
});

test('says in general words what is wrong, without the device and the cost', async () => {
  const { sid, token } = await opened();
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  await sql`update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${sid}`;
  await sql`
    insert into events (sid, sn, code, opened_at, detail) values
      (${sid}, ${sn}, 'swappedModules', '2026-06-10T08:00:00Z', ${sql.json({ other })}),
      (${sid}, ${sn}, 'deadModule', '2026-06-12T08:00:00Z', '{"input":"2"}')`;
  await updateAllProblems(context);
  const page = await server.ask('public/plant', { token });
  expect(page).toMatchObject({
    problems: 2,
    problem: { code: 'deadModule', level: 'fault', title: 'Module produces nothing' },
  });
  await sql`update events set closed_at = ${clock.now()} where sid = ${sid} and code = 'deadModule'`;
  await updateAllProblems(context);
  const later = await server.ask('public/plant', { token }, { headers: { lan: '3' } });
  expect(later).toMatchObject({
    problems: 1,
    problem: { level: 'warning', title: 'Seriennummern oder Module vertauscht' },
  });
  for (const hidden of [sn, other, sid]) expect(JSON.stringify([page, later])).not.toContain(hidden);
});

test('shows a title in place of the name', async () => {
  const { token } = await opened('Our roof');
  const page = await server.ask('public/plant', { token });
  expect(page).toMatchObject({ title: 'Our roof', now: '', today: '', hasDevices: false });
  expect(JSON.stringify(page)).not.toContain('"Roof"');
});

test('returns the same error for an unknown link, an expired one and one of a deleted plant', async () => {
  const expired = await opened();
  await sql`update public_links set expires_at = ${clock.now()} where sid = ${expired.sid}`;
  const deleted = await opened();
  await sql`delete from sites where sid = ${deleted.sid}`;
  const responses = [];
  for (const token of ['nothing', expired.token, deleted.token])
    responses.push(await server.call('public/plant', { token }));
  expect(responses[0]).toMatchObject({ code: 1475, data: {} });
  expect(responses[1]).toEqual(responses[0]);
  expect(responses[2]).toEqual(responses[0]);
});

test('limits a network to 1,200 requests in fifteen minutes', async () => {
  const { token } = await opened();
  const address = '192.0.2.77';
  await server.call('public/plant', { token }, { address });
  await sql`update tries set points = 1199 where name = 'publicPages'`;
  expect((await server.call('public/plant', { token }, { address })).code).toBe(200);
  expect((await server.call('public/plant', { token }, { address })).code).toBe(1000);
  expect((await server.call('public/plant', { token }, { address: '192.0.2.78' })).code).toBe(200);
});

test('excludes the page from search engines', async () => {
  const response = await server.app.inject({ url: '/public', headers: { accept: 'text/html' } });
  expect(response.headers['x-robots-tag']).toBe('noindex, nofollow');
  const other = await server.app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect(other.headers['x-robots-tag']).toBeUndefined();
});
