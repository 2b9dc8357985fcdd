// Reads the settings that an export contains for any range of days: meters, breaks of history, prices, zones, notes about events.
import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import type { PricePeriod, PriceVersion } from '@heliograph/contract/prices.ts';
import { readSitePrices } from '../../energy/money/sitePrices.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { readZones } from '../../roof/layout.ts';
import type { SETTING_TABLES } from './tables.ts';

type Settings = Record<(typeof SETTING_TABLES)[number], TableChunk>;

/** Empty tables have no file. `isWhole`: all devices are exported, so the plant's prices and zones are, too. */
export async function readSettings(
  tx: Transaction,
  sid: string,
  sns: readonly string[],
  isWhole: boolean,
): Promise<Settings> {
  return {
    meters: await readMeters(tx, sid, sns),
    breaks: await readBreaks(tx, sid, sns),
    prices: pricesPiece(isWhole ? await readSitePrices(tx, sid) : []),
    zones: zonesPiece(isWhole ? await readZones(tx, sid, new Map()) : []),
    notes: await readNotes(tx, sid, sns),
  };
}

const ofDevices = (tx: Transaction, sid: string, sns: readonly string[]) =>
  tx`sid = ${sid} and sn = any (${textArray(sns)}::text::text[])`;

async function readMeters(tx: Transaction, sid: string, sns: readonly string[]): Promise<TableChunk> {
  const meters = await tx<
    { sn: string; validFrom: string; role: string; reversed: boolean; batteryReversed: boolean }[]
  >`
    select sn, valid_from, role, reversed, battery_reversed from meter_settings
    where ${ofDevices(tx, sid, sns)} order by sn, valid_from`;
  return {
    rows: meters.length,
    cells: {
      sn: meters.map(({ sn }) => sn),
      validFrom: meters.map(({ validFrom }) => validFrom),
      role: meters.map(({ role }) => role),
      reversed: Uint8Array.from(meters, ({ reversed }) => Number(reversed)),
      batteryReversed: Uint8Array.from(meters, ({ batteryReversed }) => Number(batteryReversed)),
    },
  };
}

async function readBreaks(tx: Transaction, sid: string, sns: readonly string[]): Promise<TableChunk> {
  const breaks = await tx<
    { sn: string; startDay: string; endDay: string; fromAt: Date; toAt: Date; removedAt: Date }[]
  >`
    select sn, start_day, end_day, from_at, to_at, removed_at from history_removals
    where ${ofDevices(tx, sid, sns)} and state not in ('restoring', 'restored') order by sn, from_at, to_at`;
  return {
    rows: breaks.length,
    cells: {
      sn: breaks.map(({ sn }) => sn),
      startDay: breaks.map(({ startDay }) => startDay),
      endDay: breaks.map(({ endDay }) => endDay),
      fromAt: Float64Array.from(breaks, ({ fromAt }) => fromAt.getTime()),
      toAt: Float64Array.from(breaks, ({ toAt }) => toAt.getTime()),
      removedAt: Float64Array.from(breaks, ({ removedAt }) => removedAt.getTime()),
    },
  };
}

async function readNotes(tx: Transaction, sid: string, sns: readonly string[]): Promise<TableChunk> {
  const notes = await tx<{ sn: string; code: string; openedAt: Date; acknowledgedAt: Date | null; note: string }[]>`
    select sn, code, opened_at, acknowledged_at, note from events
    where ${ofDevices(tx, sid, sns)} and (acknowledged_at is not null or note <> '') order by sn, opened_at, code`;
  return {
    rows: notes.length,
    cells: {
      sn: notes.map(({ sn }) => sn),
      code: notes.map(({ code }) => code),
      openedAt: Float64Array.from(notes, ({ openedAt }) => openedAt.getTime()),
      acknowledgedAt: Float64Array.from(notes, ({ acknowledgedAt }) => acknowledgedAt?.getTime() ?? Number.NaN),
      // Fields of an export contain no line breaks.
      note: notes.map(({ note }) => note.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
    },
  };
}

/** One row for each period of a version, or one for a version without periods. */
function pricesPiece(versions: readonly PriceVersion[]): TableChunk {
  const prices = versions.flatMap(({ periods, ...version }) => {
    const rows: readonly (PricePeriod | null)[] = periods.length === 0 ? [null] : periods;
    return rows.map((period) => ({ version, period }));
  });
  return {
    rows: prices.length,
    cells: {
      validFrom: prices.map(({ version }) => version.validFrom),
      kind: prices.map(({ version }) => version.kind),
      price: Float64Array.from(prices, ({ version }) => version.price ?? Number.NaN),
      feedInPrice: Float64Array.from(prices, ({ version }) => version.feedInPrice ?? Number.NaN),
      ownUseShare: Float64Array.from(prices, ({ version }) => version.ownUseShare ?? Number.NaN),
      fixedCharge: Float64Array.from(prices, ({ version }) => version.fixedCharge ?? Number.NaN),
      fixedPer: prices.map(({ version }) => version.fixedPer),
      weekdays: prices.map(({ period }) => period?.weekdays.join(' ') ?? ''),
      fromHour: Float64Array.from(prices, ({ period }) => period?.fromHour ?? Number.NaN),
      toHour: Float64Array.from(prices, ({ period }) => period?.toHour ?? Number.NaN),
      periodPrice: Float64Array.from(prices, ({ period }) => period?.price ?? Number.NaN),
      periodFeedInPrice: Float64Array.from(prices, ({ period }) => period?.feedInPrice ?? Number.NaN),
    },
  };
}

function zonesPiece(zones: readonly LayoutZone[]): TableChunk {
  return {
    rows: zones.length,
    cells: {
      zone: Float64Array.from(zones, ({ id }) => id),
      name: zones.map(({ name }) => name),
      xM: Float64Array.from(zones, ({ x }) => x),
      yM: Float64Array.from(zones, ({ y }) => y),
      rotationDeg: Float64Array.from(zones, ({ rotation }) => rotation),
      tiltDeg: Float64Array.from(zones, ({ tilt }) => tilt ?? Number.NaN),
      azimuthDeg: Float64Array.from(zones, ({ azimuth }) => azimuth ?? Number.NaN),
      orientation: zones.map(({ orientation }) => orientation),
      rows: Float64Array.from(zones, ({ rows }) => rows),
      columns: Float64Array.from(zones, ({ columns }) => columns),
    },
  };
}
