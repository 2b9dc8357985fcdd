// Stores the mean prices of each day of a plant with hourly prices, from energies by the hour and prices; written whenever either changes.
import { versionOn } from '@heliograph/contract/prices.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { type DayEnergies, hoursOfDay, meanPrices } from './rules/meanPrices.ts';

/**
 * Writes the prices of days whose sums were written earlier in the same transaction; the plants are locked. Days of a
 * flat price are skipped.
 */
export async function writeDayPrices(sql: Transaction, days: readonly { sid: string; day: Day }[]): Promise<void> {
  if (days.length === 0) return;
  const keys = [...new Set(days.map(({ sid, day }) => `${sid} ${day}`))].map((key) => key.split(' ') as [string, Day]);
  const dayKeys = sql`(
    select unnest(${textArray(keys.map(([sid]) => sid))}::text::text[]) as sid,
      unnest(${textArray(keys.map(([, day]) => day))}::text::date[]) as day
  )`;
  // Sent at once, after the statements that write the sums.
  const [versions, production, flows] = await Promise.all([
    sql<HourlyVersion[]>`
      select ${versionColumns(sql)} from site_prices
      where sid = any (${textArray([...new Set(keys.map(([sid]) => sid))])}::text::text[]) order by valid_from`.execute(),
    sql<ProductionRow[]>`
      select d.sid, d.day, d.energy_wh, d.hours from ${dayKeys} k join site_days d on d.sid = k.sid and d.day = k.day`.execute(),
    sql<FlowRow[]>`
      select f.sid, f.day, f.flow, f.by_meter, f.energy_wh, f.hours
      from ${dayKeys} k join site_flows f on f.sid = k.sid and f.day = k.day`.execute(),
  ]);
  const bySid = Map.groupBy(versions, ({ sid }) => sid);
  const byKey = energiesOf(production, flows);
  await insertPrices(
    sql,
    keys.flatMap(([sid, day]) => priceRow(sid, day, bySid.get(sid) ?? [], byKey.get(`${sid} ${day}`) ?? NOTHING)),
  );
}

/** Writes the prices of all days of a plant from one on, after its prices changed; the plant is locked. */
export async function writeDayPricesFrom(sql: Transaction, sid: string, from: Day): Promise<void> {
  const [, versions, production, flows] = await Promise.all([
    sql`delete from site_day_prices where sid = ${sid} and day >= ${from}`.execute(),
    sql<
      HourlyVersion[]
    >`select ${versionColumns(sql)} from site_prices where sid = ${sid} order by valid_from`.execute(),
    sql<
      ProductionRow[]
    >`select sid, day, energy_wh, hours from site_days where sid = ${sid} and day >= ${from}`.execute(),
    sql<FlowRow[]>`
      select sid, day, flow, by_meter, energy_wh, hours from site_flows where sid = ${sid} and day >= ${from}`.execute(),
  ]);
  const rows = [...energiesOf(production, flows).values()].flatMap((energies) =>
    priceRow(sid, energies.day, versions, energies),
  );
  await insertPrices(sql, rows);
}

const versionColumns = (sql: Transaction): Fragment =>
  sql`sid, valid_from, own_use_share, hour_prices, hour_feed_prices`;

interface HourlyVersion {
  sid: string;
  validFrom: Day;
  ownUseShare: number | null;
  /** Prices of the whole week; null: the price is flat. */
  hourPrices: number[] | null;
  hourFeedPrices: number[] | null;
}

interface ProductionRow {
  sid: string;
  day: Day;
  energyWh: number;
  /** Microwatt-hours by the hour of the plant's clock. */
  hours: number[] | null;
}

interface FlowRow extends ProductionRow {
  flow: string;
  byMeter: boolean;
}

const NOTHING: DayEnergies = { production: null, fromGrid: null, toGrid: null };

/**
 * Returns the energies of each plant and day; a meter takes precedence over what an inverter measures at the same
 * place.
 */
function energiesOf(production: readonly ProductionRow[], flows: readonly FlowRow[]) {
  const byKey = new Map<string, DayEnergies & { day: Day }>();
  const entryOf = ({ sid, day }: ProductionRow) => {
    const key = `${sid} ${day}`;
    const energies = byKey.get(key) ?? { day, ...NOTHING };
    byKey.set(key, energies);
    return energies;
  };
  for (const row of flows.toSorted((left, right) => Number(left.byMeter) - Number(right.byMeter))) {
    const energies = entryOf(row);
    const flow = PRICED_FLOWS.find((name) => name === row.flow);
    if (flow) energies[flow] = { energyWh: row.energyWh, hours: row.hours ?? energies[flow]?.hours ?? null };
  }
  for (const row of production) {
    const energies = entryOf(row);
    energies.production = { energyWh: row.energyWh, hours: row.hours ?? energies.production?.hours ?? null };
  }
  return byKey;
}

const PRICED_FLOWS = ['production', 'fromGrid', 'toGrid'] as const;

/** Returns the row of a day, none if its price is flat; `versions` are in the order of their days. */
function priceRow(sid: string, day: Day, versions: readonly HourlyVersion[], energies: DayEnergies) {
  const version = versionOn(versions, day);
  if (!version?.hourPrices || !version.hourFeedPrices) return [];
  const prices = {
    bought: hoursOfDay(version.hourPrices, day),
    sold: hoursOfDay(version.hourFeedPrices, day),
    ownUseShare: version.ownUseShare,
  };
  return [{ sid, day, ...meanPrices(energies, prices) }];
}

/** Inserts one row per statement, all sent at once: a cluster refuses rows from a query where row policies apply. */
async function insertPrices(sql: Transaction, rows: readonly ReturnType<typeof priceRow>[number][]): Promise<void> {
  await Promise.all(
    rows.map(({ sid, day, bought, own, sold, worth, energyWh, hoursWh }) =>
      sql`
        insert into site_day_prices (sid, day, bought, own, sold, worth, energy_wh, hours_wh)
        values (${sid}, ${day}, ${bought}, ${own}, ${sold}, ${worth}, ${energyWh}, ${hoursWh})
        on conflict (sid, day) do update set bought = excluded.bought, own = excluded.own, sold = excluded.sold,
          worth = excluded.worth, energy_wh = excluded.energy_wh, hours_wh = excluded.hours_wh`.execute(),
    ),
  );
}

/** Value of a kWh on a day. */
export interface DayPrice {
  /** Prices of a kWh: from the grid, of own use, to the grid. */
  bought: number;
  own: number;
  sold: number;
  /** Price of a produced kWh, where no meter measures how much of it went to the grid. */
  worth: number;
  /** For hourly prices: Wh valued by them, and how many of these have a known hour; null: the price is flat. */
  byHour: { energyWh: number; hoursWh: number } | null;
  /** Share of the fixed charge for the day; null: there is none. */
  fixed: number | null;
}

/** Returns the prices of a day; undefined: no price was valid yet. */
export type PriceOf = (day: Day) => DayPrice | undefined;

/**
 * Returns the prices of a plant's days; hourly ones only between the two days. The caller has checked access to the
 * site.
 */
export async function readDayPrices(
  sql: Transaction,
  sid: string,
  { from, to }: { from: Day; to: Day },
): Promise<PriceOf> {
  const [versions, [days]] = await Promise.all([
    sql<Version[]>`
      select valid_from, price, feed_in_price, worth, fixed_charge, fixed_per from site_prices
      where sid = ${sid} order by valid_from`,
    // Returned as one text: the driver spends more on a row than all other processing costs, and a year has one row a day.
    sql<{ days: string | null }[]>`
      select string_agg(concat_ws(' ', day, bought, own, sold, worth, energy_wh, hours_wh), ',') as days from site_day_prices
      where sid = ${sid} and day between ${from} and ${to}`,
  ]);
  const byDay = new Map<Day, Omit<DayPrice, 'fixed'>>();
  for (const text of days?.days?.split(',') ?? []) {
    const [day, bought, own, sold, worth, energyWh, hoursWh] = text.split(' ') as [Day, ...string[]];
    byDay.set(day, {
      bought: Number(bought),
      own: Number(own),
      sold: Number(sold),
      worth: Number(worth),
      byHour: { energyWh: Number(energyWh), hoursWh: Number(hoursWh) },
    });
  }
  return (day) => {
    const version = versionOn(versions, day);
    if (!version) return undefined;
    const { price, feedInPrice, worth } = version;
    const fixed = fixedOf(version, day);
    const hourly = byDay.get(day);
    return hourly
      ? { ...hourly, fixed }
      : { bought: price, own: price, sold: feedInPrice ?? price, worth, byHour: null, fixed };
  };
}

interface Version {
  validFrom: Day;
  price: number;
  feedInPrice: number | null;
  worth: number;
  fixedCharge: number | null;
  fixedPer: 'day' | 'month';
}

/**
 * Returns the fixed charge of a day. A monthly charge is divided by the days of the month, so a month with two versions
 * pays each for its days.
 */
function fixedOf({ fixedCharge, fixedPer }: Version, day: Day): number | null {
  if (fixedCharge === null || fixedPer === 'day') return fixedCharge;
  return fixedCharge / new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}
