// The filtered plants as CSV: asked page by page, each plant once, figures unrounded with a point as decimal sign.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { type SiteStatus, statusName } from '@heliograph/contract/statuses.ts';
import { hasAlert, type SiteRow, shareOf, yieldOf } from './figures.ts';
import { type ListState, requestOf } from './listState.ts';

const PAGE = 200;
/** More than this is a report, not a download from a browser. */
export const MOST_ROWS = 20_000;

type Ask = (body: Request<'site/listWithSN'>) => Promise<Response<'site/listWithSN'>>;

/** Orders in which a plant cannot move to another page while the pages are asked. */
const STEADY = ['siteName', 'powerMax', 'createdAt', 'commissionDate'];

/** `progress` hears how many rows there are so far, and of how many. */
export async function allRows(
  state: ListState,
  ask: Ask,
  progress: (done: number, total: number) => void,
): Promise<SiteRow[]> {
  const sort = STEADY.includes(state.sort) ? {} : { sort: 'siteName' as const, descending: false };
  const found = new Map<string, SiteRow>();
  for (let page = 0; page * PAGE < MOST_ROWS; page++) {
    const { list, total } = await ask(requestOf({ ...state, ...sort, size: PAGE as ListState['size'], page }));
    for (const row of list) found.set(row.sid, row);
    progress(Math.min(total, page * PAGE + list.length), Math.min(total, MOST_ROWS));
    if (list.length < PAGE) break;
  }
  return [...found.values()];
}

type Cell = string | number | null;

/** One field of RFC 4180; text that a spreadsheet would run as a formula is made harmless. */
export function csvField(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `titles`: column titles by the names below; the first row of the file. */
export function csvOf(
  rows: readonly SiteRow[],
  titles: Record<keyof typeof CELLS, string>,
  statusTitle: (status: SiteStatus) => string,
): string {
  const names = Object.keys(CELLS) as (keyof typeof CELLS)[];
  const head = names.map((name) => csvField(titles[name]));
  const body = rows.map((row) => names.map((name) => csvField(CELLS[name](row, statusTitle))));
  // The mark in front makes spreadsheets read it as UTF-8.
  return `\uFEFF${[head, ...body].map((fields) => fields.join(',')).join('\r\n')}\r\n`;
}

export const CELLS = {
  sid: (row) => row.sid,
  name: (row) => row.siteName,
  status: (row, statusTitle) => statusTitle(statusName(row.status)),
  alert: (row) => (hasAlert(row) ? `${row.alertCode} ${row.alertTitle}` : ''),
  street: (row) => row.street,
  city: (row) => row.city,
  country: (row) => row.country,
  owner: (row) => row.userEmail,
  installer: (row) => row.installerName || row.installerEmail,
  peakKw: (row) => row.powerMax / 1000,
  nowKw: (row) => (row.now === null ? null : row.now / 1000),
  nowPerPeak: (row) => shareOf(row),
  todayKwh: (row) => row.todayPower,
  todayPerPeak: (row) => yieldOf(row),
  totalKwh: (row) => row.totalPower,
  reporting: (row) => row.reporting,
  devices: (row) => row.snCount,
  lastData: (row) => row.lastUpdateIso,
  timezone: (row) => row.timezone,
  commissioned: (row) => row.commissionDateIso?.slice(0, 10) ?? '',
  created: (row) => row.registerDateIso,
} as const satisfies Record<string, (row: SiteRow, statusTitle: (status: SiteStatus) => string) => Cell>;
