// PDFs of reports: summary of several plants, bookmarks and links to their pages, and the structure that screen readers follow.
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { overlappingTexts, pageText } from '../../test/pdfTexts.ts';
import { makeDay } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';

const server = await testServer();
const { app, clock, sql, signedIn } = server;
clock.set('2026-07-04T10:00:00Z');
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { companyId })).id);

async function plant(name: string, { energyWh = 0, powerMaxW = 2000, currency = 'EUR' } = {}) {
  const sid = await makeSite(sql, { companyId, name, powerMaxW, price: 0.25 });
  await sql`update sites set currency = ${currency} where sid = ${sid}`;
  const { sn } = await makeDevice(sql, { sid });
  for (let day = 1; energyWh > 0 && day <= 30; day++)
    await makeDay(sql, { sid, sn, day: `2026-06-${String(day).padStart(2, '0')}`, energyWh });
  return sid;
}

async function documentOf(body: { sid?: string; filters?: { site_name: string } }) {
  const { rawPayload } = await app.inject({
    method: 'POST',
    url: '/v2/site/report/download',
    headers: { authorization: token, lan: '6' },
    payload: { from: '2026-06-01', to: '2026-06-30', ...body },
  });
  return await getDocumentProxy(new Uint8Array(rawPayload));
}
interface Node {
  role?: string;
  alt?: string;
  children?: Node[];
}
const rolesOf = ({ role, children = [] }: Node): string[] => [
  ...(role === undefined ? [] : [role]),
  ...children.flatMap(rolesOf),
];

test('begins a report of several plants with totals and a table whose links open their pages', async () => {
  await plant('Hill A', { energyWh: 1000.4 });
  await plant('Hill B', { energyWh: 2000, powerMaxW: 1000, currency: 'CHF' });
  await plant('Hill C');
  const document = await documentOf({ filters: { site_name: 'hill' } });
  const summary = (await pageText(document, 1)).replaceAll(/\s+/g, ' ');
  for (const text of [
    'Plant reports',
    'June 2026',
    '90.0 kWh',
    'plants without figures: 1',
    // 90.012 kWh of 3 kWp: the third plant has no figure.
    '30.00 kWh/kWp',
    '5.00 kWp',
    '€7.50',
    'CHF',
  ])
    expect(summary, text).toContain(text);
  const links = (await (await document.getPage(1)).getAnnotations()) as { dest: [{ num: number; gen: number }] }[];
  const pages = await Promise.all(links.map(({ dest: [page] }) => document.getPageIndex(page)));
  const names = ['Hill A', 'Hill B', 'Hill C'];
  expect(links).toHaveLength(2 * names.length);
  for (const [index, name] of names.entries()) {
    const page = pages[2 * index]! + 1;
    expect([pages[2 * index + 1]! + 1, (await pageText(document, page)).includes(name)]).toEqual([page, true]);
    expect(summary).toMatch(new RegExp(`${name}.*${page}`));
  }
  const outline = await document.getOutline();
  expect(outline.map(({ title }) => title)).toEqual(['Summary', ...names]);
  expect(outline[1]!.items.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Balance', 'By day', 'Devices']),
  );
});

test('marks headings, tables and the chart for screen readers, and skips headers and footers', async () => {
  const document = await documentOf({ sid: await plant('Marked', { energyWh: 1000 }) });
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
  const tree = (await (await document.getPage(1)).getStructTree()) as Node;
  const roles = rolesOf(tree);
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
  for (const role of ['H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(roles, role).toContain(role);
  const figures = (node: Node): Node[] =>
    node.role === 'Figure' ? [node] : (node.children ?? []).flatMap((child) => figures(child));
  expect(figures(tree).map(({ alt }) => alt)).toEqual(['Bar chart of the production; the table has its values.']);
  const rows = (node: Node): Node[] => (node.role === 'TR' ? [node] : (node.children ?? []).flatMap(rows));
  expect(rows(tree)).toHaveLength(1 + 30);
});

test('writes no text over another where a plant has no figures', async () => {
  const document = await documentOf({ sid: await plant('Empty') });
  expect(await pageText(document, 1)).toContain('No figures of this period yet');
  expect(await overlappingTexts(document)).toEqual([]);
});
