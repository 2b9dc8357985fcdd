// site/report/download: selectable text in the user's language with the figures of the page; a workbook; several plants; hidden parts of a role.

import type { Request } from '@heliograph/contract/calls.ts';
import { LANGUAGES, type LanguageCode } from '@heliograph/contract/envelope.ts';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay } from '../../../../test/readings.ts';
import { readXlsx } from '../../../../test/readXlsx.ts';
import { testServer } from '../../../../test/testServer.ts';
import { updateChangedProblems } from '../../../problems/updateProblems.ts';

const server = await testServer({ BRAND: '1' });
const { app, call, clock, sql, signedIn } = server;
clock.set('2026-07-04T10:00:00Z');
const user = await makeUser(sql);
const token = await signedIn(user.id);

async function plant(name: string, of: { companyId?: number } = {}) {
  const sid = await makeSite(sql, { companyId: user.companyId, ...of, name, powerMaxW: 2000, price: 0.25 });
  const { sn } = await makeDevice(sql, { sid });
  for (let day = 1; day <= 30; day++) {
    if (day === 7) continue;
    await makeDay(sql, { sid, sn, day: `2026-06-${String(day).padStart(2, '0')}`, energyWh: 1000 * day });
  }
  await sql`insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${sn}, '4000', '2026-06-07T06:00:00Z', '2026-06-08T06:00:00Z')`;
  return { sid, sn };
}

type ReportRequest = Partial<Request<'site/report/download'>>;
async function bytesOf(body: ReportRequest, { lan = '6', by = token } = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/v2/site/report/download',
    headers: { authorization: by, lan },
    payload: { from: '2026-06-01', to: '2026-06-30', ...body },
  });
  expect(response.headers['content-type']).toBe(
    body.format === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'application/pdf',
  );
  return { bytes: response.rawPayload, name: decodeURIComponent(String(response.headers['content-disposition'])) };
}
async function pagesOf(body: ReportRequest, options?: Parameters<typeof bytesOf>[1]) {
  const { bytes, name } = await bytesOf(body, options);
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document);
  return { pages: text, all: text.join('\n'), name, info: (await getMeta(document)).info };
}

test('writes the figures of its call as text into the PDF, with the brand, in the user’s language', async () => {
  const { sid, sn } = await plant('Größenwahn Łódź');
  const report = await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-30' }, { token });
  const { all, name, info } = await pagesOf({ sid }, { lan: '3' });
  expect(report.energy).toBe(458);
  expect(name).toContain('Größenwahn Łódź 2026-06-01 2026-06-30.pdf');
  expect(info).toMatchObject({ Title: 'Größenwahn Łódź, Juni 2026', Author: 'Northlight', Language: 'de' });
  for (const text of [
    'Northlight',
    'Größenwahn Łódź',
    'Juni 2026',
    'CO2 vermieden',
    '458 kWh',
    '229,00 kWh/kWp',
    '114,50 €',
    'Störungen',
    'Erstellt am 4. Juli 2026 von Northlight',
    'Seite 1 von ',
    sn,
    'Performance Ratio',
  ])
    expect(all.replaceAll('\u00a0', ' '), text).toContain(text);
  // A day without a figure is a dash, not a zero.
  expect(all).toMatch(/So\., 7\. Juni 2026\s+–/);
  expect(all).not.toContain('Heliograph');
});

test('names the days compared with the year before in the PDF', async () => {
  const { sid, sn } = await plant('Compared');
  for (const day of ['2025-05-03', '2025-05-05', '2026-05-03', '2026-05-05'])
    await makeDay(sql, { sid, sn, day, energyWh: day < '2026' ? 4000 : 5000, coveredS: 60_000 });
  const basisNoteIn = async (lan: string) =>
    (await pagesOf({ sid, from: '2026-05-01', to: '2026-05-31' }, { lan })).all.replaceAll(/\s+/g, ' ');
  expect(await basisNoteIn('6')).toContain('+25% compared with the same 2 days a year earlier, May 3 – 5, 2025');
  expect(await basisNoteIn('3')).toContain('+25 % gegenüber denselben 2 Tagen im Vorjahr, 3.–5. Mai 2025');
  const { all } = await pagesOf({ sid, from: '2026-05-01', to: '2026-05-04' });
  expect(all.replaceAll(/\s+/g, ' ')).toContain('+25% compared with the same day a year earlier, May 3, 2025');
});

test('states how money is valued until a meter measures it', async () => {
  const { sid } = await plant('Priced');
  const basisText = async (lan = '6') => {
    const { all } = await pagesOf({ sid }, { lan });
    const { sheets } = readXlsx((await bytesOf({ sid, format: 'xlsx' }, { lan })).bytes);
    const [head, row] = sheets[0]!.rows;
    const cell = row![head!.indexOf(lan === '3' ? 'Grundlage des Werts' : 'Basis of the value')] ?? '';
    return { all: all.replaceAll(/\s+/g, ' '), cell: String(cell).replaceAll('\u00a0', ' ') };
  };
  const expectText = async (text: string, lan?: string) => {
    const { all, cell } = await basisText(lan);
    expect([all.includes(text), cell], text).toEqual([true, text]);
  };
  await expectText('Valued at 0.25 EUR/kWh: no grid meter, so export is unknown');
  await expectText('Bewertet mit 0,25 EUR/kWh: kein Netzzähler, Einspeisung unbekannt', '3');
  await sql`update site_prices set feed_in_price = 0.08, own_use_share = 0.4 where sid = ${sid}`;
  await expectText('As set, 40% used on site at 0.25 EUR/kWh, the rest exported at 0.08 EUR/kWh');
  // The longest of them fits.
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price, own_use_share)
    values (${sid}, '2026-06-15', 0.34567, 0.07867, 0.45)`;
  await expectText(
    'Wie angegeben 45 % vor Ort verbraucht zu 0,34567 EUR/kWh, der Rest eingespeist zu 0,07867 EUR/kWh. Andere Tage mit den Preisen, die für sie galten',
    '3',
  );
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    values (${sid}, '2026-06-02', 'toGrid', true, 100, 0, 0, 86400, 1, 0, 0, 0)`;
  const measured = await basisText();
  expect([measured.cell, /no grid meter|As set/.test(measured.all)]).toEqual(['', false]);
});

test('writes Chinese and Japanese as text, and a name in any alphabet', async () => {
  const { sid } = await plant('東京 ソーラー Ἀθῆναι Киев 🙂');
  const { all, info } = await pagesOf({ sid }, { lan: '1' });
  expect(info).toMatchObject({ Title: '東京 ソーラー Ἀθῆναι Киев 🙂, 2026年6月' });
  for (const text of ['发电量', '单位装机发电量', '可用率', '2026年6月', 'Киев', 'ソーラー'])
    expect(all, text).toContain(text);
});

test('writes dates in the letters of the language, whatever the plant is called', async () => {
  const { sid } = await plant('Small house');
  const { all, info } = await pagesOf({ sid }, { lan: '2' });
  expect(info).toMatchObject({ Language: 'ja' });
  expect(all).toContain('2026年6月1日');
  expect(all).not.toContain('?');
});

test('fits headings, days and alerts of a fully measured plant in every language', async () => {
  const { sid, sn } = await plant('All columns');
  for (const [day, energyWh] of [
    ['2025-06-07', 4000],
    ['2026-06-07', 123_456_789],
  ] as const)
    await makeDay(sql, { sid, sn, day, energyWh, coveredS: 60_000 });
  for (const flow of ['fromGrid', 'toGrid', 'charge', 'discharge'])
    await sql`
      insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
      values (${sid}, '2026-06-07', ${flow}, true, 1234567, 0, 0, 86400, 1, 0, 0, 0)`;
  await sql`
    insert into events (sid, sn, code, opened_at, detail)
    values (${sid}, ${sn}, 'weakModule', '2026-06-09T06:00:00Z', '{"input": "1", "less": "38"}'::text::jsonb)`;
  const heads: Partial<Record<LanguageCode, string[]>> = {
    en: ['Production, kWh', 'Consumption, kWh', 'Discharged, kWh', 'Completeness, %'],
    de: ['Erzeugung, kWh', 'Verbrauch, kWh', 'Entladung, kWh', 'Vollständigkeit, %'],
    zh: ['发电量, kWh', '2026年6月7日周日'],
    ja: ['発電量, kWh', '2026年6月7日'],
  };
  const cut: string[] = [];
  for (const { lan, code } of LANGUAGES) {
    const { all } = await pagesOf({ sid }, { lan: String(lan) });
    cut.push(...(all.match(/.{0,60}…/g) ?? []).map((text) => `${code}: ${text}`));
    for (const head of heads[code] ?? []) expect(all.replaceAll(/\s+/g, ' '), head).toContain(head);
    expect(all, code).not.toContain('?');
  }
  expect(cut).toEqual([]);
});

test('continues a yearly report over pages, each with heading, plant and number', async () => {
  const { sid } = await plant('Seeblick');
  const { pages } = await pagesOf({ sid, from: '2026-05-02', to: '2026-07-02' });
  expect(pages.length).toBeGreaterThan(1);
  for (const [place, page] of pages.entries()) {
    expect(page).toContain('Seeblick');
    expect(page).toContain(`Page ${place + 1} of ${pages.length}`);
  }
});

test('writes a workbook with sheets of the plant, days and devices, with numbers as numbers', async () => {
  const { sid, sn } = await plant('=1+1');
  const { bytes, name } = await bytesOf({ sid, format: 'xlsx' });
  expect(name).toContain('=1+1 2026-06-01 2026-06-30.xlsx');
  const { sheets } = readXlsx(bytes);
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Plant report', 'By day', 'Devices', 'Problems']);
  const cell = (sheet: number, row: number, head: string) =>
    sheets[sheet]!.rows[row]![sheets[sheet]!.rows[0]!.indexOf(head)] ?? null;
  expect([cell(0, 1, 'Plant'), cell(0, 1, 'Production, kWh'), cell(0, 1, 'Value')]).toEqual(['=1+1', 458, 114.5]);
  expect(sheets[1]!.rows).toHaveLength(31);
  expect([cell(1, 6, 'Production, kWh'), cell(1, 7, 'Production, kWh'), cell(1, 8, 'Date')]).toEqual([
    6,
    null,
    '2026-06-08',
  ]);
  expect([cell(2, 1, 'Serial number'), cell(2, 1, 'Share, %'), cell(2, 1, 'Faults')]).toEqual([sn, 100, 1]);
});

test('writes matching plants by name after their summary, at most 50, accessible ones only', async () => {
  const companyId = await makeCompany(sql);
  const other = await makeUser(sql, { companyId });
  const by = await signedIn(other.id);
  for (const name of ['Berg B', 'Berg A', 'Tal']) await plant(name, { companyId });
  await plant('Berg of somebody else');
  const { pages, all, name } = await pagesOf({ filters: { site_name: 'berg' } }, { by });
  expect(name).toContain('Plant reports 2026-06-01 2026-06-30.pdf');
  const first = (plant: string) => pages.findIndex((page, at) => at > 0 && page.includes(plant));
  expect([first('Berg A') >= 0, first('Berg B') > first('Berg A'), all.includes('Tal')]).toEqual([true, true, false]);
  expect(all).not.toContain('somebody else');
  const request = { from: '2026-06-01', to: '2026-06-30' };
  const nothing = await call('site/report/download', { ...request, filters: { site_name: 'nowhere' } }, { token: by });
  expect(nothing.code).toBe(1005);
  for (let n = 0; n < 51; n++) await makeSite(sql, { companyId, name: `Many ${n}` });
  const many = await call('site/report/download', { ...request, filters: { site_name: 'Many' } }, { token: by });
  expect([many.code, many.msg]).toEqual([
    1450,
    'At most 50 plants fit into one file of reports. Filter the list further.',
  ]);
});

test('leaves out money and devices for a role that cannot see them', async () => {
  const companyId = await makeCompany(sql);
  const { sid, sn } = await plant('Discreet', { companyId });
  const reader = await makeUser(sql, { companyId });
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('discreet', 'Discreet', 'branch') returning id`;
  await sql`
    insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus
    where name not in ('SiteMoney', 'SiteBenefits', 'SiteDevices')`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${reader.id}`;
  const { all } = await pagesOf({ sid }, { by: await signedIn(reader.id) });
  expect(all).toContain('458 kWh');
  for (const text of ['Value', '€', sn, 'CO2', 'Alerts']) expect(all, text).not.toContain(text);
});

test('refuses what its call refuses, and strangers', async () => {
  const { sid } = await plant('Closed');
  const codeOf = async (body: ReportRequest, by = token) =>
    (await call('site/report/download', { sid, from: '2026-06-01', to: '2026-06-30', ...body }, { token: by })).code;
  expect(await codeOf({ from: '2026-07-02' })).toBe(1017);
  expect(await codeOf({ from: '1900-01-01' })).toBe(1016);
  expect(await codeOf({ from: '2026-07-05', to: '2026-07-06' })).toBe(1440);
  expect(await codeOf({}, await signedIn((await makeUser(sql)).id))).toBe(1005);
});

test('names the problem that makes figures doubtful in the PDF and in the workbook', async () => {
  const { sid, sn } = await plant('Reversed');
  const doubtful = async () => {
    const { rows } = readXlsx((await bytesOf({ sid, format: 'xlsx' })).bytes).sheets[0]!;
    return { pdf: (await pagesOf({ sid })).all, xlsx: rows[1]![rows[0]!.indexOf('Unreliable because of')] ?? null };
  };
  const before = await doubtful();
  expect([before.pdf.includes('Unreliable figures'), before.xlsx]).toEqual([false, null]);
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'reversedGrid', '2026-06-12T08:00:00Z')`;
  await updateChangedProblems(server.context);
  const [problem] = (await server.ask('site/overview', { sid }, { token })).problems.filter(
    ({ code }) => code === 'reversedGrid',
  );
  const after = await doubtful();
  expect(after.pdf).toContain(`Unreliable figures: ${problem!.title}.`);
  expect(after.xlsx).toBe(problem!.title);
});

test('lists the problems of the period in the PDF and in the workbook, or says that there are none', async () => {
  const { sid, sn } = await plant('Troubled');
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0010', '2026-06-20T06:00:00Z')`;
  await sql`update device_live set at = ${clock.now()}, status = 1, version = version + 1 where sid = ${sid} and sn = ${sn}`;
  await updateChangedProblems(server.context);
  const { problems } = await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-30' }, { token });
  expect(problems!.map(({ code, until, days }) => [code, until, days])).toEqual([
    ['0010', null, 15],
    ['4000', '2026-06-08', 2],
  ]);
  const { all } = await pagesOf({ sid });
  for (const { title, code } of problems!) expect(all.replaceAll(/\s+/g, ' ')).toContain(`${title} (${code})`);
  const sheetOf = async (body: ReportRequest) => {
    const { sheets } = readXlsx((await bytesOf({ ...body, format: 'xlsx' })).bytes);
    return sheets.find(({ name }) => name === 'Problems')!.rows;
  };
  expect(
    (await sheetOf({ sid })).slice(1).map(([, problem, device, from, to, days]) => [problem, device, from, to, days]),
  ).toEqual(problems!.map(({ title, code, from, until, days }) => [`${title} (${code})`, sn, from, until, days]));
  const sound = await plant('Sound');
  await sql`delete from events where sid = ${sound.sid}`;
  expect((await pagesOf({ sid: sound.sid })).all).toMatch(/Problems\s+No problems in this period/);
  expect((await sheetOf({ sid: sound.sid }))[1]?.slice(0, 2)).toEqual(['Sound', 'No problems in this period']);
});
