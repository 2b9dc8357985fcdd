// Tests the MCP server with the official client: it returns the same figures as the calls, discloses nothing of other users and changes nothing.
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { bdm400 } from '../../../test/reportServer.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { testServer } from '../../../test/testServer.ts';
import { TOOLS } from './tools.ts';

const server = await testServer();
const { sql, app } = server;
let url = '';
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});

async function ownPlant() {
  const user = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: user.id }) });
  return { userId: user.id, sid, sn, token: await server.signedIn(user.id) };
}

async function connected(token: string): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

/** Returns the answer of a tool, and checks that it is sent once, as text. */
async function answerOf(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
  const [first, ...more] = content as { type: string; text: string }[];
  expect([more, structuredContent, isError ?? false], name).toEqual([[], undefined, false]);
  return JSON.parse(first!.text) as Record<string, never>;
}

test('offers read-only tools, each of which answers like its call', async () => {
  const { sid, sn, token } = await ownPlant();
  await fetch(`${url}/i.php`, { method: 'POST', body: Buffer.from(bdm400(sn, { powerW: 123 })) });
  const client = await connected(token);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  for (const { annotations, name } of tools) expect(annotations, name).toMatchObject({ readOnlyHint: true });
  expect(client.getInstructions()).toContain('null means "not known"');

  const plants = await answerOf(client, 'list_plants');
  const { list } = await server.ask('site/listWithSN', {}, { token });
  expect(plants).toMatchObject({ total: 1, plants: [{ sid, name: list[0]!.siteName, powerW: 123 }] });
  expect(JSON.stringify(plants)).not.toContain('@');

  const day = '2026-06-15';
  const now = await answerOf(client, 'plant_now', { plant: sid });
  const { statisticsProduction, provenance } = await server.ask('site/overview', { sid }, { token });
  // A single sample gives no energy of the day: not known, never 0.
  expect([statisticsProduction.today, now]).toMatchObject([
    '',
    { production: { today: { energyKwh: null, ...provenance.today } }, powerW: { production: 123, consumption: null } },
  ]);
  const requests = {
    plant_report: { plant: sid, from: day, to: day },
    plant_power: { plant: sid, date: day },
    list_devices: { plant: sid },
    list_problems: { plant: sid },
    list_alerts: { plant: sid, state: 'open' },
    device_history: { device: sn, from: day, to: day },
  };
  for (const [name, request] of Object.entries(requests)) {
    const answer = await answerOf(client, name, request);
    // One form of time, and no empty text for what is not known.
    expect(JSON.stringify(answer), name).not.toMatch(/Ms"|"\d+ (seconds|minutes) ago"|:""/);
  }
  const power = await answerOf(client, 'plant_power', requests.plant_power);
  const { series } = power as unknown as { series: { values: (number | null)[] }[] };
  expect(series[0]!.values.filter((value) => value !== null)).toEqual([123]);
  expect(await answerOf(client, 'device_history', requests.device_history)).toMatchObject({ total: 1 });
  await client.close();
});

test('answers null for the production of a meter, which is unknown and not 0', async () => {
  const { sid, token } = await ownPlant();
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  await sql`update device_live set at = ${server.clock.now()}, version = version + 1 where sid = ${sid} and sn = ${sn}`;
  const client = await connected(token);
  const { devices } = (await answerOf(client, 'list_devices', { plant: sid })) as unknown as {
    devices: { sn: string }[];
  };
  await client.close();
  expect(devices.find((device) => device.sn === sn)).toMatchObject({ lifetimeEnergyKwh: null, todayEnergyKwh: null });
  const response = await fetch(`${url}/metrics/plant?sid=${sid}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await response.text()).not.toMatch(new RegExp(`energy_total_kwh.*sn="${sn}"`));
});

test('answers a report of a month in less than 12,000 characters', async () => {
  const { sid, sn, token } = await ownPlant();
  for (let day = 1; day <= 31; day++)
    await makeDay(sql, { sid, sn, day: `2026-05-${String(day).padStart(2, '0')}`, energyWh: 1234.5 * day });
  const client = await connected(token);
  const answer = await answerOf(client, 'plant_report', { plant: sid, from: '2026-05-01', to: '2026-05-31' });
  await client.close();
  const report = await server.ask('site/report', { sid, from: '2026-05-01', to: '2026-05-31' }, { token });
  expect(answer).toMatchObject({
    energyKwh: report.energy,
    days: report.rows.map(({ from, energy }) => ({ day: from, energyKwh: energy })),
  });
  expect(JSON.stringify(answer).length).toBeLessThan(12_000);
});

test('requires a token, and answers for foreign plants and devices as for missing ones', async () => {
  const mine = await ownPlant();
  const other = await ownPlant();
  const none = await fetch(`${url}/mcp`, { method: 'POST', body: '{}' });
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const client = await connected(mine.token);
  for (const name of ['plant_now', 'list_devices', 'list_alerts']) {
    const foreign = await client.callTool({ name, arguments: { plant: other.sid } });
    const missing = await client.callTool({ name, arguments: { plant: 'DE_20260101_nobody' } });
    expect(foreign, name).toEqual(missing);
    expect(JSON.stringify(foreign), name).not.toContain(other.sn);
  }
  const history = { from: '2026-06-15', to: '2026-06-15' };
  const foreign = await client.callTool({ name: 'device_history', arguments: { device: other.sn, ...history } });
  expect(foreign.isError).toBe(true);
  expect(foreign).toEqual(
    await client.callTool({ name: 'device_history', arguments: { device: 'NOBODYS1', ...history } }),
  );
  await client.close();
});

test('lists exactly the tools with their calls in the documentation', () => {
  const text = readFileSync(new URL('../../../../docs/integrate/mcp.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \|.*\| (\w+\/[\w/]+) \|$/gm)].map(([, name, path]) => [name, path]);
  expect(rows).toEqual(TOOLS.map(({ name, path }) => [name, path]));
});

test('refuses invalid input with a message, and batches of messages', async () => {
  const { sid, token } = await ownPlant();
  const client = await connected(token);
  for (const input of [{ plant: '\u0000' }, { plant: sid, size: 1e9 }, { plant: 7 }, { plant: sid, sql: 'x' }]) {
    const result = await client.callTool({ name: 'list_devices', arguments: input }).catch((error: Error) => error);
    expect(result instanceof Error || result.isError, JSON.stringify(input)).toBe(true);
  }
  const reversed = { plant: sid, from: '2026-06-15', to: '2026-06-01' };
  expect(await client.callTool({ name: 'plant_report', arguments: reversed })).toMatchObject({ isError: true });
  await client.close();
  const headers = {
    authorization: token,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const body = JSON.stringify([message, { ...message, id: 2 }]);
  expect((await fetch(`${url}/mcp`, { method: 'POST', headers, body })).status).toBe(400);
  expect((await fetch(`${url}/mcp`, { headers })).status).toBe(405);
});

test('serves Prometheus the figures of a plant by token, without lines for unknown values', async () => {
  const { sid, sn, token } = await ownPlant();
  const scrape = (plantSid: string, bearer = token) =>
    fetch(`${url}/metrics/plant?sid=${plantSid}`, { headers: { authorization: `Bearer ${bearer}` } });
  const silent = await (await scrape(sid)).text();
  expect(silent).not.toContain('heliograph_device_power_watts');
  const report = (counterWh: number) =>
    fetch(`${url}/i.php`, { method: 'POST', body: Buffer.from(bdm400(sn, { powerW: 321, counterWh })) });
  await report(0);
  // A single sample gives no energy of the day.
  expect(await (await scrape(sid)).text()).not.toContain('period="today"');
  server.clock.forward(300);
  await report(27);
  const response = await scrape(sid);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const text = await response.text();
  const plant = await server.ask('site/overview', { sid }, { token });
  expect(text).toMatch(new RegExp(`^heliograph_device_power_watts\\{.*sn="${sn}".*\\} 321$`, 'm'));
  expect(text).toMatch(
    new RegExp(`^heliograph_plant_power_watts\\{.*part="production".*\\} ${plant.energy.PVPanel.power}$`, 'm'),
  );
  expect(Number(plant.statisticsProduction.today)).toBeGreaterThan(0);
  expect(text).toMatch(new RegExp(`period="today".*\\} ${Number(plant.statisticsProduction.today)}$`, 'm'));
  const other = await ownPlant();
  expect([(await scrape(other.sid)).status, (await scrape('DE_20260101_nobody')).status]).toEqual([404, 404]);
  expect((await scrape(sid, 'nothing')).status).toBe(401);
  expect((await scrape('%00')).status).toBe(400);
});

test.each(['read', 'control'] as const)(
  'gives a token of scope %s access to every interface for programs, limited to its own plants, until it is revoked',
  async (scope) => {
    const { userId, sid, sn, token: session } = await ownPlant();
    const { sid: foreign } = await ownPlant();
    const { id, token } = await makeApiToken(sql, { userId, at: server.clock.now(), scope });
    const headers = { authorization: `Bearer ${token}` };
    const scrape = (plantSid: string) => fetch(`${url}/metrics/plant?sid=${plantSid}`, { headers });
    const response = await scrape(sid);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`sid="${sid}"`)]);
    expect((await scrape(foreign)).status).toBe(404);

    const client = await connected(token);
    const { tools } = await client.listTools();
    // No tool changes anything, whatever the scope.
    for (const { annotations, name } of tools) expect(annotations, name).toMatchObject({ readOnlyHint: true });
    expect(await answerOf(client, 'list_plants')).toMatchObject({ total: 1, plants: [{ sid }] });
    const historyRequest = { device: sn, from: '2026-06-15', to: '2026-06-15' };
    expect((await client.callTool({ name: 'device_history', arguments: historyRequest })).isError).toBeFalsy();
    expect((await client.callTool({ name: 'plant_now', arguments: { plant: foreign } })).isError).toBe(true);

    // The token reaches exactly the calls in the API description of its scope.
    const described = await (await fetch(`${url}/openapi.json?scope=${scope}`, { headers })).json();
    const names = Object.keys((described as { paths: object }).paths);
    const reaches = async (path: 'site/listWithSN' | 'site/updateFast' | 'account/update') =>
      (await server.call(path, { sid: foreign } as never, { token })).status !== 403;
    for (const path of ['site/listWithSN', 'site/updateFast', 'account/update'] as const)
      expect([path, await reaches(path)]).toEqual([path, names.includes(`/v2/${path}`)]);
    expect([await reaches('site/updateFast'), await reaches('account/update')]).toEqual([scope === 'control', false]);

    await server.ask('account/tokens/revoke', { id }, { token: session });
    await expect.poll(async () => (await scrape(sid)).status).toBe(401);
    await expect(client.callTool({ name: 'list_plants', arguments: {} })).rejects.toThrow();
    await expect(connected(token)).rejects.toThrow();
    expect((await server.call('site/listWithSN', {}, { token })).status).toBe(401);
    await client.close();
  },
);
