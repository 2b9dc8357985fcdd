// Restores modules that have no entry in the plant, and creates missing pages.
import { MAX_MODULE_PAGES } from '@heliograph/contract/limits.ts';
import { lockSites } from '../../energy/days/siteTotals.ts';
import { modulePages } from '../../installation/modules.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { readZones } from '../../roof/layout.ts';

interface Row {
  sid: string;
  sn: string;
  input: number;
  page: string;
  pagePlace: number;
  label: string;
  product: string;
  peakPowerW: number;
  stringNumber: number;
  tiltDeg: number;
  azimuthDeg: number;
  orientation: string;
  zone: number;
  zoneRow: number;
  zoneColumn: number;
}

/**
 * `sids`: plants by serial number; other rows are skipped. `zoned`: the plant whose zones are those of the file, so that
 * positions in them are restored. Returns how many modules were added.
 */
export async function restoreModules(
  tx: Transaction,
  piece: TableChunk,
  sids: ReadonlyMap<string, string>,
  zoned: string | null = null,
): Promise<number> {
  const rows = rowsOf(piece, sids);
  let added = 0;
  for (const [sid, given] of Map.groupBy(rows, (row) => row.sid)) {
    await lockSites(tx, [sid]);
    const pages = await pagesFor(tx, sid, given);
    const places = sid === zoned ? await placesOf(tx, sid, given) : new Set<Row>();
    // Skips a module that has only a position, when the zone does not exist.
    const ofSite = given.filter((row) => places.has(row) || hasContent(row));
    const texts = (read: (row: Row) => string | null) => textArray(ofSite.map(read));
    const numbers = (read: (row: Row) => number | null | undefined) =>
      plainArray(ofSite.map((row) => (Number.isNaN(read(row)) ? null : read(row))));
    const before = await countOf(tx, sid);
    await tx`
      insert into modules (sid, sn, input, page, label, product, peak_power_w, string_number, tilt_deg, azimuth_deg, orientation, zone, zone_row, zone_column)
      select ${sid}, g.* from (
        select unnest(${texts(({ sn }) => sn)}::text::text[]) as sn, unnest(${numbers(({ input }) => input)}::text::int[]) as input,
          unnest(${numbers(({ page }) => pages.get(keyOf(page)))}::text::int[]) as page,
          unnest(${texts(({ label }) => label)}::text::text[]) as label, unnest(${texts(({ product }) => product)}::text::text[]) as product,
          unnest(${numbers(({ peakPowerW }) => peakPowerW)}::text::real[]) as peak_power_w,
          unnest(${numbers(({ stringNumber }) => Math.round(stringNumber))}::text::int[]) as string_number,
          unnest(${numbers(({ tiltDeg }) => tiltDeg)}::text::real[]) as tilt_deg,
          unnest(${numbers(({ azimuthDeg }) => azimuthDeg)}::text::real[]) as azimuth_deg,
          unnest(${texts(({ orientation }) => orientationOf(orientation))}::text::text[]) as orientation,
          unnest(${numbers((row) => (places.has(row) ? row.zone : null))}::text::int[]) as zone,
          unnest(${numbers((row) => (places.has(row) ? row.zoneRow : null))}::text::smallint[]) as zone_row,
          unnest(${numbers((row) => (places.has(row) ? row.zoneColumn : null))}::text::smallint[]) as zone_column
      ) g
      on conflict do nothing`;
    added += (await countOf(tx, sid)) - before;
  }
  return added;
}

const hasContent = (row: Row): boolean =>
  keyOf(row.page) !== '' ||
  [row.label, row.product, row.orientation].some((text) => text !== '') ||
  [row.peakPowerW, row.stringNumber, row.tiltDeg, row.azimuthDeg].some(Number.isFinite);

/** Rows whose position exists in the layout; the first one of each position. */
async function placesOf(tx: Transaction, sid: string, rows: readonly Row[]): Promise<Set<Row>> {
  const zones = new Map((await readZones(tx, sid, new Map())).map((zone) => [zone.id, zone]));
  const usedPlaces = new Set<string>();
  const places = new Set<Row>();
  for (const row of rows) {
    const zone = zones.get(row.zone);
    const place = `${row.zone} ${row.zoneRow} ${row.zoneColumn}`;
    if (!zone || !(row.zoneRow <= zone.rows) || !(row.zoneColumn <= zone.columns) || usedPlaces.has(place)) continue;
    usedPlaces.add(place);
    places.add(row);
  }
  return places;
}

/** A cluster says how many rows it was given, not how many were new. The plant is locked. */
async function countOf(tx: Transaction, sid: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from modules where sid = ${sid}`;
  return row!.count;
}

const orientationOf = (text: string): string | null => (text === 'portrait' || text === 'landscape' ? text : null);
/** Page names are compared without case. */
const keyOf = (name: string): string => name.trim().toLocaleLowerCase('en');

/** Pages by name; missing ones are added after the others, in their order. */
async function pagesFor(tx: Transaction, sid: string, rows: readonly Row[]): Promise<Map<string, number>> {
  const existingPages = await modulePages(tx, sid);
  const pages = new Map(existingPages.map(({ name, page }) => [keyOf(name), page]));
  let page = Math.max(0, ...existingPages.map((of) => of.page));
  let place = Math.max(0, ...existingPages.map((of) => of.place));
  const named = rows.filter((row) => keyOf(row.page) !== '').toSorted((one, other) => one.pagePlace - other.pagePlace);
  for (const { page: name } of named) {
    if (pages.has(keyOf(name)) || pages.size >= MAX_MODULE_PAGES) continue;
    pages.set(keyOf(name), ++page);
    await tx`insert into module_pages (sid, page, name, place) values (${sid}, ${page}, ${name.trim()}, ${++place})`;
  }
  return pages;
}

/** The first row of each module. */
function rowsOf({ rows, cells }: TableChunk, sids: ReadonlyMap<string, string>): Row[] {
  const text = (name: string, row: number) => (cells[name] as string[] | undefined)?.[row] ?? '';
  const number = (name: string, row: number) => (cells[name] as Float64Array | undefined)?.[row] ?? Number.NaN;
  const found = Array.from({ length: rows }, (_, row): Row => {
    const sn = text('sn', row);
    return {
      sid: sids.get(sn) ?? '',
      sn,
      input: number('input', row),
      page: text('page', row),
      pagePlace: number('pagePlace', row),
      label: text('label', row),
      product: text('product', row),
      peakPowerW: number('peakPowerW', row),
      stringNumber: number('stringNumber', row),
      tiltDeg: number('tiltDeg', row),
      azimuthDeg: number('azimuthDeg', row),
      orientation: text('orientation', row),
      zone: number('zone', row),
      zoneRow: number('zoneRow', row),
      zoneColumn: number('zoneColumn', row),
    };
  });
  const first = new Map<string, Row>();
  for (const row of found)
    if (row.sid !== '' && !first.has(`${row.sn} ${row.input}`)) first.set(`${row.sn} ${row.input}`, row);
  return [...first.values()];
}
