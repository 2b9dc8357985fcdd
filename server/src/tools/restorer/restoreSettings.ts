// Restores meter settings, breaks, prices, zones and notes that the plant lacks; before the samples, whose days are computed with them.
import { type LayoutZone, zone } from '@heliograph/contract/entities/layout.ts';
import { priceVersion } from '@heliograph/contract/entities/prices.ts';
import { METER_ROLES } from '@heliograph/contract/flows.ts';
import { MAX_ZONES } from '@heliograph/contract/limits.ts';
import type { PriceVersion } from '@heliograph/contract/prices.ts';
import { required } from '@heliograph/contract/required.ts';
import { type Place, recomputeDeviceDays } from '../../energy/days/recomputeSite.ts';
import { lockSites } from '../../energy/days/siteTotals.ts';
import { writeDayPricesFrom } from '../../energy/money/dayPrices.ts';
import { readSitePrices, writeSitePrices } from '../../energy/money/sitePrices.ts';
import { storeHours } from '../../energy/money/storeHours.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { writeZones } from '../../roof/layout.ts';

const textOf = ({ cells }: TableChunk, name: string, row: number) => (cells[name] as string[] | undefined)?.[row] ?? '';
const numberOf = ({ cells }: TableChunk, name: string, row: number): number | null => {
  const value = (cells[name] as Float64Array | undefined)?.[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
};
const rowsOf = ({ rows }: TableChunk) => Array.from({ length: rows }, (_, row) => row);

/** `sids`: plants by serial number. Returns for how many devices settings were restored; existing settings stay. */
export async function restoreMeters(
  tx: Transaction,
  piece: TableChunk,
  sids: ReadonlyMap<string, string>,
  at: Date,
): Promise<number> {
  const bySn = Map.groupBy(rowsOf(piece), (row) => textOf(piece, 'sn', row));
  let restored = 0;
  for (const [sn, rows] of bySn) {
    const sid = sids.get(sn);
    if (sid === undefined) continue;
    // Locks the device, as changes in the portal do.
    await tx`update device_live set version = version + 1, fold = fold + 1, flow_w = null where sid = ${sid} and sn = ${sn}`;
    const there = await tx`select from meter_settings where sid = ${sid} and sn = ${sn} limit 1`;
    if (there.length > 0) continue;
    for (const row of rows) {
      const role = METER_ROLES.find((known) => known === textOf(piece, 'role', row));
      if (!role) continue;
      await tx`
        insert into meter_settings (sid, sn, valid_from, role, reversed, battery_reversed)
        values (${sid}, ${sn}, ${textOf(piece, 'validFrom', row)}, ${role}, ${numberOf(piece, 'reversed', row) === 1},
          ${numberOf(piece, 'batteryReversed', row) === 1}) on conflict do nothing`;
    }
    await notifyRegistry(tx, [sn]);
    await enqueueJob(tx, sid, 'readFlows', at);
    restored++;
  }
  return restored;
}

/** The removed samples are in no export. Returns how many breaks were added. */
export async function restoreBreaks(
  tx: Transaction,
  piece: TableChunk,
  sids: ReadonlyMap<string, string>,
  at: Date,
): Promise<number> {
  let restored = 0;
  for (const row of rowsOf(piece)) {
    const sn = textOf(piece, 'sn', row);
    const sid = sids.get(sn);
    const instantOf = (name: string) => new Date(required(numberOf(piece, name, row), name));
    const [from, to, removed] = [instantOf('fromAt'), instantOf('toAt'), instantOf('removedAt')];
    if (sid === undefined || from >= to) continue;
    const there = await tx`
      select from history_removals where sid = ${sid} and sn = ${sn} and from_at = ${from} and to_at = ${to}
        and state not in ('restoring', 'restored') limit 1`;
    if (there.length > 0) continue;
    const id = crypto.randomUUID();
    await tx`
      insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, state)
      values (${sid}, ${sn}, ${id}, ${textOf(piece, 'startDay', row)}, ${textOf(piece, 'endDay', row)}, ${from}, ${to}, '', ${removed}, 0, 'gone')`;
    await recomputeDeviceDays(tx, { sid, sn });
    await enqueueJob(tx, sid, 'recompute', at);
    restored++;
  }
  return restored;
}

/** Restores the list for a plant that has only its initial price. Null: it has a list of its own, or the file's is invalid. */
export async function restorePrices(tx: Transaction, piece: TableChunk, sid: string, at: Date): Promise<number | null> {
  return await restorePriceList(tx, versionsOf(piece), sid, at);
}

export async function restorePriceList(
  tx: Transaction,
  list: readonly PriceVersion[] | null,
  sid: string,
  at: Date,
): Promise<number | null> {
  const before = await readSitePrices(tx, sid);
  if (JSON.stringify(before) === JSON.stringify(list)) return 0;
  if (list === null || before.length > 1 || before.some(({ kind }) => kind !== 'flat')) return null;
  const [site] = await tx<Place[]>`select timezone, latitude, longitude from sites where sid = ${sid}`;
  await tx`update sites set version = version + 1 where sid = ${sid}`;
  await writeSitePrices(tx, sid, list);
  const hoursFrom = list.find(({ kind }) => kind === 'timeOfUse')?.validFrom;
  if (hoursFrom !== undefined) await storeHours(tx, { ...required(site, 'the plant'), sid }, hoursFrom, at);
  await lockSites(tx, [sid]);
  await writeDayPricesFrom(tx, sid, '0001-01-01');
  return list.length;
}

/** Restores all zones for a plant without a layout and returns how many; null: it has a layout of its own. */
export async function restoreZones(tx: Transaction, piece: TableChunk, sid: string, at: Date): Promise<number | null> {
  await lockSites(tx, [sid]);
  const [layout] = await tx`select from layouts where sid = ${sid}`;
  if (layout) return null;
  const zones = zonesOf(piece);
  await writeZones(tx, sid, zones);
  await tx`insert into layouts (sid, version, changed_at, changed_by) values (${sid}, 1, ${at}, 0)`;
  return zones.length;
}

/** Restores notes and acknowledgements of events that have none, without an author. Returns how many. */
export async function restoreNotes(
  tx: Transaction,
  piece: TableChunk,
  sids: ReadonlyMap<string, string>,
): Promise<number> {
  let restored = 0;
  for (const row of rowsOf(piece)) {
    const sn = textOf(piece, 'sn', row);
    const openedAt = required(numberOf(piece, 'openedAt', row), 'openedAt');
    const acknowledgedAt = numberOf(piece, 'acknowledgedAt', row);
    const { count } = await tx`
      update events set acknowledged_at = ${acknowledgedAt == null ? null : new Date(acknowledgedAt)}, note = ${textOf(piece, 'note', row)}
      where sid = ${sids.get(sn) ?? ''} and sn = ${sn} and code = ${textOf(piece, 'code', row)} and opened_at = ${new Date(openedAt)}
        and acknowledged_at is null and note = ''`;
    restored += count;
  }
  return restored;
}

/** Valid zones, the first of each number. */
function zonesOf(piece: TableChunk): LayoutZone[] {
  const zones = rowsOf(piece).flatMap((row) => {
    const number = (name: string) => numberOf(piece, name, row);
    const read = zone.safeParse({
      id: number('zone'),
      name: textOf(piece, 'name', row),
      x: number('xM'),
      y: number('yM'),
      rotation: number('rotationDeg'),
      tilt: number('tiltDeg'),
      azimuth: number('azimuthDeg'),
      orientation: textOf(piece, 'orientation', row),
      rows: number('rows'),
      columns: number('columns'),
      modules: [],
    });
    return read.success ? [read.data] : [];
  });
  return [...new Map(zones.toReversed().map((one) => [one.id, one])).values()].toReversed().slice(0, MAX_ZONES);
}

/** Versions in order of their days; null: one of them is invalid. */
function versionsOf(piece: TableChunk): PriceVersion[] | null {
  const versions = [...Map.groupBy(rowsOf(piece), (row): Day => textOf(piece, 'validFrom', row))].map(
    ([validFrom, rows]) => {
      const first = required(rows[0], 'a row of the price');
      const number = (name: string, row = first) => numberOf(piece, name, row);
      return priceVersion.safeParse({
        validFrom,
        kind: textOf(piece, 'kind', first),
        fixedPer: textOf(piece, 'fixedPer', first),
        price: number('price'),
        feedInPrice: number('feedInPrice'),
        ownUseShare: number('ownUseShare'),
        fixedCharge: number('fixedCharge'),
        periods: rows
          .filter((row) => textOf(piece, 'weekdays', row) !== '')
          .map((row) => ({
            weekdays: textOf(piece, 'weekdays', row).split(' ').map(Number),
            fromHour: number('fromHour', row),
            toHour: number('toHour', row),
            price: number('periodPrice', row),
            feedInPrice: number('periodFeedInPrice', row),
          })),
      });
    },
  );
  const valid = versions.flatMap(({ data }) => data ?? []);
  return valid.length < versions.length
    ? null
    : valid.toSorted((left, right) => (left.validFrom < right.validFrom ? -1 : 1));
}
