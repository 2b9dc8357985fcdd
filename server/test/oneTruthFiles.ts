// Comparisons of files and feeds with the plant's report for oneTruth.test.ts: the days in each add up to its totals.
import type { Response } from '@heliograph/contract/calls.ts';
import { expect } from 'vitest';
import type { Ask } from './oneTruthPages.ts';
import { readXlsx } from './readXlsx.ts';
import type { TestServer } from './testServer.ts';

type Report = Response<'site/report'>;
type Cell = string | number | null;

const inWh = (cell: unknown): number => (cell === null ? 0 : Math.round(Number(cell) * 1000));
const sumOf = (cells: readonly unknown[]): number => cells.reduce<number>((sum, cell) => sum + inWh(cell), 0);
/** Flows of a report that the workbook, the tool and the page have by day. */
const FLOWS = ['home', 'fromGrid', 'toGrid', 'charge', 'discharge'] as const;

/** Compares the workbook of all plants and the tool of language models with the report of each plant. */
export async function compareTotalsOfFiles(
  server: TestServer,
  { ask, token, sids, from, to }: { ask: Ask; token: string; sids: readonly string[]; from: string; to: string },
): Promise<void> {
  await server.sql`delete from tries where name in ('reports', 'sessionCalls')`;
  const response = await server.app.inject({
    method: 'POST',
    url: '/v2/site/report/download',
    headers: { authorization: token, lan: '6' },
    payload: { from, to, format: 'xlsx' },
  });
  const { sheets } = readXlsx(response.rawPayload);
  const [plants, days] = [sheets[0]!.rows, sheets.find(({ name }) => name === 'By day')!.rows];
  for (const sid of sids) {
    await server.sql`delete from tries where name = 'sessionCalls'`;
    const report = await ask('site/report', { sid, from, to });
    compareWorkbook(report, plants, days);
    await compareTool(server, token, report);
  }
}

function compareWorkbook(report: Report, plants: readonly Cell[][], days: readonly Cell[][]): void {
  const row = plants.find(([name]) => name === report.siteName)!;
  const ofPlant = days.filter(([name]) => name === report.siteName);
  const energies = days[0]!.flatMap((title, column) => {
    const inTotals = plants[0]!.indexOf(title);
    const isSum = String(title).endsWith(', kWh') && !String(title).startsWith('Year before');
    return isSum && inTotals >= 0 ? [{ title, column, inTotals }] : [];
  });
  expect(energies.length).toBeGreaterThanOrEqual(1 + FLOWS.length);
  for (const { title, column, inTotals } of energies)
    expect(sumOf(ofPlant.map((cells) => cells[column])), `workbook: ${report.siteName}, ${title}`).toBe(
      inWh(row[inTotals]),
    );
  expect(inWh(row[plants[0]!.indexOf('Production, kWh')]), report.siteName).toBe(inWh(report.energy));
}

async function compareTool(server: TestServer, token: string, report: Report): Promise<void> {
  const { sid: plant, from, to, siteName } = report;
  const response = await server.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'plant_report', arguments: { plant, from, to } },
    },
  });
  const payload = response.payload.startsWith('{') ? response.payload : /^data: (.*)$/m.exec(response.payload)![1]!;
  const { result } = JSON.parse(payload) as { result: { content: [{ text: string }] } };
  const answer = JSON.parse(result.content[0].text) as { energyKwh: number | null; days: Record<string, Cell>[] };
  expect([inWh(answer.energyKwh), answer.days.length], `MCP: ${siteName}`).toEqual([
    sumOf(answer.days.map(({ energyKwh }) => energyKwh)),
    report.rows.length,
  ]);
  for (const flow of FLOWS)
    expect(sumOf(report.rows.map((row) => row[flow])), `${flow}: ${siteName}`).toBe(
      inWh(report.balance?.[flow].energy ?? null),
    );
}
