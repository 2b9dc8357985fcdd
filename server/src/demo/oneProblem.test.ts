// Tests that every surface shows the same number and kind of problems: of each demonstration plant, to each role.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { beforeAll, expect, test } from 'vitest';
import {
  type Ask,
  compareFeeds,
  compareMails,
  compareMessages,
  comparePublicPages,
  compareReports,
  type Walked,
} from '../../test/problemSurfaces.ts';
import { updateAllProblems } from '../../test/problems.ts';
import { testServer } from '../../test/testServer.ts';
import { judgeModules } from '../problems/modules/judgeModules.ts';
import { updateSetUpProblems } from '../problems/setUp/updateSetUpProblems.ts';
import { createFleet } from './createFleet.ts';
import { makeHistory } from './makeHistory.ts';

const NOW = '2026-06-15T10:07:00Z';
const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'alerts@portal.example' });
const { sql, context, clock, call } = server;
clock.set(NOW);

const ROLES = ['administrator', 'distributor', 'dealer', 'installer', 'owner'] as const;
/** Plants with faults of their devices, whose history is as long as findings need; the others have a day. */
const hasFaults = ({ devices, gateways }: ReturnType<typeof fleet>[number]) =>
  [...devices, ...gateways.flatMap(({ machines }) => machines)].some(({ faults }) => faults.length > 0);

function askAs(token: string): Ask {
  return async (path, body) => {
    const answer = await call(path, body, { token });
    expect(answer.code, `${path} ${JSON.stringify(answer)}`).toBe(200);
    return answer.data;
  };
}

beforeAll(async () => {
  const { sids } = await createFleet(context, 1, fleet);
  const stop = new AbortController();
  for (const site of fleet(1, Date.parse(NOW))) {
    const days = hasFaults(site) ? 5 : 1;
    const isOld = site.commissionedOn !== null && site.commissionedOn < '2026-05-28';
    const young = isOld ? { ...site, commissionedOn: '2026-05-28' } : site;
    await makeHistory(context, young, sids[site.key]!, stop.signal, { days, everyS: 900 });
  }
  while ((await judgeModules(context)) > 0);
  while ((await updateSetUpProblems(context)) > 0);
  await updateAllProblems(context);
}, 180_000);

/** What a row of a plant or a device shows. */
const inRow = ({ sn, code, startMs, title, level, weekKwh }: Response<'problem/list'>['list'][number]) => ({
  sn,
  code,
  startMs,
  title,
  level,
  weekKwh,
});

test('there are problems of several kinds to compare', async () => {
  const kinds = await sql<{ code: string }[]>`select distinct code from problems where level > 0 and is_lead`;
  expect(kinds.length).toBeGreaterThanOrEqual(4);
});

test.each(ROLES)('every surface shows the same problems: %s', async (role) => {
  const { id } = await userOf(role);
  const token = await server.signedIn(id);
  const ask = askAs(token);
  const all = await allProblems(ask, {});
  const { list: rows, total } = await ask('site/listWithSN', { page: { size: 200, num: 0 } });
  expect(total).toBe(rows.length);
  let compared = 0;
  for (const row of rows) {
    const { sid, siteName } = row;
    const problems = all.filter((problem) => problem.sid === sid);
    const counted = problems.filter(({ isCounted }) => isCounted);
    // The row of the list: number, worst one, and status.
    expect([row.problems, row.problem?.code ?? null], siteName).toEqual([counted.length, counted[0]?.code ?? null]);
    if (counted[0]) expect(row.problem, siteName).toMatchObject(inRow(counted[0]));
    if (row.isCommission) expect(row.status === 0, siteName).toBe(counted.length === 0 && row.status !== -1);
    // The overview, its devices, and the plant's own list.
    const site = await ask('site/overview', { sid });
    expect(site.problems.map(({ code, sn, title }) => [code, sn, title]).toSorted(), siteName).toEqual(
      problems.map(({ code, sn, title }) => [code, sn, title]).toSorted(),
    );
    expect(site.status, siteName).toBe(row.status);
    const ofPlant = await allProblems(ask, { sid });
    expect(ofPlant.map(inRow), siteName).toEqual(problems.map(inRow));
    for (const { sn, problem } of site.deviceList) {
      const own = counted.filter(({ concerns }) => concerns.some((one) => one.sn === sn));
      expect(own.some(({ code }) => code === problem?.code) || own.length === 0, `${siteName} ${sn}`).toBe(true);
      expect(problem === null, `${siteName} ${sn}`).toBe(own.length === 0);
    }
    // The list of devices, and the roof.
    const { list: devices } = await ask('device/list', { filters: { sid }, page: { size: 200, num: 0 } });
    for (const { sn, problem } of devices)
      expect(problem, `${siteName} ${sn}`).toEqual(site.deviceList.find((one) => one.sn === sn)?.problem);
    const { modules } = await ask('site/layoutInfo', { sid });
    for (const { sn, input, problems: shown } of modules)
      expect(shown.map(({ code }) => code).toSorted(), `${siteName} ${sn} ${input}`).toEqual(
        problems
          .filter(({ concerns }) => concerns.some((one) => one.sn === sn && (one.input ?? input) === input))
          .map(({ code }) => code)
          .toSorted(),
      );
    // The events behind them are those that the alerts list as going on.
    const events = await ask('device/alerts', { sid, page: { size: 200, num: 0 }, filters: { state: 'open' } });
    for (const { code, sn } of problems.filter(({ state }) => state === 'open'))
      expect(
        events.list.some((event) => event.code === code && event.sn === sn),
        `${siteName} ${code}`,
      ).toBe(true);
    compared += problems.length;
  }
  expect(compared).toBe(all.length);
  expect(compared).toBeGreaterThan(0);
  // Badge, dashboard and status counts.
  const counted = all.filter(({ isCounted }) => isCounted);
  const open = all.filter(({ state }) => state === 'open');
  expect(await ask('device/alerts/open', {})).toMatchObject({ count: open.length, more: false });
  const summary = await ask('problem/summary', {});
  expect(summary).toMatchObject({
    faults: counted.filter(({ level }) => level === 'fault').length,
    warnings: counted.filter(({ level }) => level === 'warning').length,
    plants: new Set(counted.map(({ sid }) => sid)).size,
  });
  expect(summary.worst[0]?.sid).toBe(counted[0]?.sid);
  const view = { zoom: 3, south: -80, west: -180, north: 80, east: 180 };
  const onMap = (await ask('site/map', { view })).clusters.flatMap(({ sites }) => sites);
  for (const { sid, status } of onMap) expect(status).toBe(rows.find((row) => row.sid === sid)!.status);
});

test.each(ROLES)('reports, Prometheus, Home Assistant and language models get the same problems: %s', async (role) => {
  const { id } = await userOf(role);
  const token = await server.signedIn(id);
  const ask = askAs(token);
  const plants = await walkedPlants(ask);
  await compareReports(server, { ask, token, plants, day: NOW.slice(0, 10) });
  await compareFeeds(server, { ask, token, plants });
});

test('public pages, messages and mails say the same problems', async () => {
  const { id, email } = await userOf('administrator');
  const plants = await walkedPlants(askAs(await server.signedIn(id)));
  await comparePublicPages(server, id, plants);
  await compareMessages(server, id, plants);
  await compareMails(server, email, plants);
});

/** Returns the user with this role who sees the most plants. */
async function userOf(role: (typeof ROLES)[number]): Promise<{ id: number; email: string }> {
  const [user] = await sql<{ id: number; email: string }[]>`
    select u.id, u.email from memberships m join roles r on r.id = m.role_id join users u on u.id = m.user_id
    where r.code = ${role} order by (select count(*) from sites s where u.id = any (s.seen_by)) desc, u.id limit 1`;
  return user!;
}

async function walkedPlants(ask: Ask): Promise<Walked[]> {
  const problems = Map.groupBy(await allProblems(ask, {}), ({ sid }) => sid);
  const { list } = await ask('site/listWithSN', { page: { size: 200, num: 0 } });
  return list.map(({ sid, siteName }) => ({ sid, siteName, problems: problems.get(sid) ?? [] }));
}

/** Reads all pages. */
async function allProblems(ask: Ask, body: Request<'problem/list'>): Promise<Response<'problem/list'>['list']> {
  const list: Response<'problem/list'>['list'] = [];
  for (let num = 0; ; num++) {
    const answer = await ask('problem/list', { ...body, page: { size: 200, num } });
    list.push(...answer.list);
    if (list.length >= answer.total) return list;
  }
}
