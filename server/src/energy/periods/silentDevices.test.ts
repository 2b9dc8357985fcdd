// Completeness and availability of a plant of which a device is silent, on every surface, and days whose energy is unknown.
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { readXlsx } from '../../../test/readXlsx.ts';
import { every, MINUTE_MS, readingOfSample } from '../../../test/sampleModel.ts';
import { testServer } from '../../../test/testServer.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';

const server = await testServer();
const { sql, context, clock, ask } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const DAY = '2026-06-13';
/** The sun is up from 05:27 until 21:25. */
const [DAWN, NOON, DUSK] = ['03:30', '11:26', '19:20'].map((time) => Date.parse(`${DAY}T${time}:00Z`)) as [
  number,
  number,
  number,
];
const MIDNIGHT = Date.parse(`${DAY}T00:00:00+02:00`);

/** Ingests reports of 120 W every five minutes from one instant to another, or at these instants. */
async function report(sn: string, fromMs: number, toMs: number, leftOut: readonly number[] = []): Promise<void> {
  const instants = every(5 * MINUTE_MS, fromMs, toMs).filter((atMs) => !leftOut.includes(atMs));
  const readings = instants.map((atMs) =>
    readingOfSample(sn, {
      atMs,
      statusBits: 0,
      mode: 6,
      imported: false,
      // a lifetime counter, as a gap then keeps its energy
      quantities: { powerW: 120, counterLifeWh: 1000 + Math.round((120 * (atMs - DAWN)) / 3_600_000) },
    }),
  );
  await ingestReports(context, readings);
}

async function plant(devices: number): Promise<{ sid: string; sns: string[] }> {
  const sid = await makeSite(sql, { companyId: user.companyId, commissionedOn: null });
  const sns: string[] = [];
  for (let n = 0; n < devices; n++) sns.push((await makeDevice(sql, { sid })).sn);
  clock.set('2026-06-14T10:00:00Z');
  return { sid, sns };
}

const download = async (sid: string, format: 'pdf' | 'xlsx') =>
  (
    await server.app.inject({
      method: 'POST',
      url: '/v2/site/report/download',
      headers: { authorization: token, lan: '6' },
      payload: { sid, from: DAY, to: DAY, format },
    })
  ).rawPayload;

/** Reads the figures of the day from every surface and expects them to agree. */
async function figuresOf(sid: string) {
  const report = await ask('site/report', { sid, from: DAY, to: DAY }, { token });
  const overview = await ask('site/overview', { sid }, { token });
  const sums = await ask('site/statistics/date', { sid, types: 1, date: DAY }, { token });
  const chart = await ask('site/statistics/echarts', { sid, types: 3, date: DAY.slice(0, 7) }, { token });
  const bar = chart.xAxisIso.findIndex((iso) => iso.startsWith(DAY));
  const { source, completeness } = report.provenance;
  expect([overview.provenance.yesterday, sums.provenance, chart.provenance[bar]]).toEqual(
    new Array(3).fill({ source, completeness }),
  );
  expect(report.rows.map((row) => [row.energy, row.provenance])).toEqual([[report.energy, { source, completeness }]]);
  const energies = [overview.statisticsProduction.yesterday, sums.power].map((text) =>
    text === '' ? null : Number(text),
  );
  expect([...energies, chart.series[0]!.data[bar]]).toEqual(new Array(3).fill(report.energy));
  return { energy: report.energy, completeness, availability: report.availability, devices: report.devices };
}

test('counts one of six microinverters that is silent for half a day or all day, in completeness and availability', async () => {
  const all = await plant(6);
  for (const sn of all.sns) await report(sn, DAWN, DUSK);
  const half = await plant(6);
  for (const [n, sn] of half.sns.entries()) await report(sn, DAWN, n === 0 ? NOON : DUSK);
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    values (${half.sid}, ${half.sns[0]!}, 'silence', ${new Date(NOON)}, ${`${DAY}T23:59:00Z`})`;
  const none = await plant(6);
  for (const sn of none.sns.slice(1)) await report(sn, DAWN, DUSK);

  const [ofAll, ofHalf, ofNone] = [await figuresOf(all.sid), await figuresOf(half.sid), await figuresOf(none.sid)];
  expect([ofAll.completeness, ofAll.availability.share, ofAll.availability.silentHours]).toEqual([1, 1, 0]);
  expect(ofHalf.completeness).toBeCloseTo(5.5 / 6, 1);
  expect(ofHalf.completeness).toBeLessThan(0.93);
  expect(ofHalf.availability.share).toBeCloseTo(5.5 / 6, 2);
  expect(ofNone.completeness).toBeCloseTo(5 / 6, 3);
  expect(ofNone.availability.share).toBeCloseTo(5 / 6, 3);
  expect(ofNone.availability.silentHours).toBeCloseTo(16, 0);
  expect(ofNone.devices.map(({ energy }) => energy === null)).toEqual([true, false, false, false, false, false]);

  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await download(none.sid, 'pdf'))));
  expect(text.join('\n')).toContain('83%');
  const [summary] = readXlsx(await download(none.sid, 'xlsx')).sheets;
  expect(JSON.stringify(summary)).toContain('83.3');
});

test('counts a device from its registration or its first data until its removal, and none that produces nothing', async () => {
  const { sid, sns } = await plant(3);
  await makeDevice(sql, { sid, product: 'Meter' });
  await makeDevice(sql, { sid, product: 'HG-1' });
  const [, added, removed] = sns as [string, string, string];
  await report(sns[0]!, DAWN, DUSK);
  const completeness = async () => (await figuresOf(sid)).completeness;
  expect(await completeness()).toBe(0.333);
  await sql`update devices set created_at = '2026-06-14T08:00:00Z' where sid = ${sid} and sn = ${added}`;
  expect(await completeness()).toBe(0.5);
  await sql`update devices set removed_at = '2026-06-13T12:00:00Z' where sid = ${sid} and sn = ${removed}`;
  expect(await completeness()).toBe(1);
  // History of a device that was registered later.
  await report(added, DAWN, NOON);
  expect(await completeness()).toBeCloseTo(0.75, 1);
});

test.each([15, 30, 45])('lowers completeness by a gap of %i minutes, whose energy stays counted', async (minutes) => {
  const { sid, sns } = await plant(1);
  const gap = every(5 * MINUTE_MS, NOON + 9 * MINUTE_MS, NOON + minutes * MINUTE_MS);
  await report(sns[0]!, DAWN, DUSK, gap);
  const { sid: whole, sns: others } = await plant(1);
  await report(others[0]!, DAWN, DUSK);
  const [ofGap, ofWhole] = [await figuresOf(sid), await figuresOf(whole)];
  expect(ofGap.energy).toBe(ofWhole.energy);
  expect(ofWhole.completeness).toBe(1);
  expect(ofGap.completeness).toBeCloseTo(1 - minutes / (14.9 * 60), 2);
  expect(ofGap.completeness).toBeLessThan(1 - minutes / 1000);
});

test('leaves the energy of a day with a single sample at midnight unknown', async () => {
  const { sid, sns } = await plant(1);
  const sn = sns[0]!;
  await report(sn, MIDNIGHT - 86_400_000 + 8 * 3_600_000, MIDNIGHT - 86_400_000 + 20 * 3_600_000);
  await report(sn, MIDNIGHT, MIDNIGHT + MINUTE_MS);
  const { energy, completeness, devices } = await figuresOf(sid);
  expect([energy, completeness]).toEqual([null, 0]);
  expect(devices.map((device) => [device.energy, device.provenance.source])).toEqual([[null, 'none']]);
  const table = await ask('device/history/electricity', { sid, sn, start: DAY, page: { num: 0, size: 10 } }, { token });
  expect(table.list[0]!.figures[0]).toMatchObject({ energy: null, source: 'none' });
  clock.set(`${DAY}T12:00:00Z`);
  const overview = await ask('site/overview', { sid }, { token });
  expect(overview.statisticsProduction.today).toBe('');
  expect(overview.deviceList[0]!.today).toBe('');
  const [listed] = (await ask('device/list', { filters: { sn }, page: { num: 0, size: 10 } }, { token })).list;
  expect(listed!.todayPower).toBeNull();
  const sites = await ask('site/listWithSN', { page: { num: 0, size: 100 } }, { token });
  expect(sites.list.find((site) => site.sid === sid)!.todayPower).toBeNull();
  // Before sunrise nothing is missing.
  clock.set(`${DAY}T01:00:00Z`);
  expect((await ask('site/overview', { sid }, { token })).statisticsProduction.today).toBe('0');
});
