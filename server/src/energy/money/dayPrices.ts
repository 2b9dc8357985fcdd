// What a kWh costs and brings on each day of a plant whose prices depend on the hour: written from energies by the hour and prices, by whoever changes either.
import { versionOn } from '@heliograph/contract/prices.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { type DayEnergies, hoursOfDay, meanPrices } from './rules/meanPrices.ts';

/** For the days of plants whose sums were written before in the same transaction; the plants are locked. Days of a flat price are left alone. */
export async function writeDayPrices(sql: Transaction, days: readonly { sid: string; day: Day }[]): Promise<void> {
  if (days.length === 0) return;
  const keys = [...new Set(days.map(({ sid, day }) => `${sid} ${day}`))].map((key) => key.split(' ') as [string, Day]);
  const asked = sql`(
    select unnest(${textArray(keys.map(([sid]) => sid))}::text::text[]) as sid,
      unnest(${textArray(keys.map(([, day]) => day))}::text::date[]) as day
  )`;
  // Handed over at once, behind what writes the sums.
  const [versions, made, flows] = await Promise.all([
    sql<HourlyVersion[]>`
      select ${versionColumns(sql)} from site_prices
      where sid = any (${textArray([...new Set(keys.map(([sid]) => sid))])}::text::text[]) order by valid_from`.execute(),
    sql<MadeRow[]>`
      select d.sid, d.day, d.energy_wh, d.hours from ${asked} k join site_days d on d.sid = k.sid and d.day = k.day`.execute(),
    sql<FlowRow[]>`
      select f.sid, f.day, f.flow, f.by_meter, f.energy_wh, f.hours
      from ${asked} k join site_flows f on f.sid = k.sid and f.day = k.day`.execute(),
  ]);
  const bySid = Map.groupBy(versions, ({ sid }) => sid);
  const byKey = energiesOf(made, flows);
  await insertPrices(
    sql,
    keys.flatMap(([sid, day]) => priceRow(sid, day, bySid.get(sid) ?? [], byKey.get(`${sid} ${day}`) ?? NOTHING)),
  );
}

/** Of all days of a plant from one on, after its prices were changed; the plant is locked. */
export async function writeDayPricesFrom(sql: Transaction, sid: string, from: Day): Promise<void> {
  const [, versions, made, flows] = await Promise.all([
    sql`delete from site_day_prices where sid = ${sid} and day >= ${from}`.execute(),
    sql<
      HourlyVersion[]
    >`select ${versionColumns(sql)} from site_prices where sid = ${sid} order by valid_from`.execute(),
    sql<MadeRow[]>`select sid, day, energy_wh, hours from site_days where sid = ${sid} and day >= ${from}`.execute(),
    sql<FlowRow[]>`
      select sid, day, flow, by_meter, energy_wh, hours from site_flows where sid = ${sid} and day >= ${from}`.execute(),
  ]);
  const rows = [...energiesOf(made, flows).values()].flatMap((energies) =>
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
  /** Of the whole week; null: the price is flat. */
  hourPrices: number[] | null;
  hourFeedPrices: number[] | null;
}

interface MadeRow {
  sid: string;
  day: Day;
  energyWh: number;
  /** Microwatt-hours by the hour of the plant's clock. */
  hours: number[] | null;
}

interface FlowRow extends MadeRow {
  flow: string;
  byMeter: boolean;
}

const NOTHING: DayEnergies = { production: null, fromGrid: null, toGrid: null };

/** Of each plant and day; a meter at its place wins over what an inverter measures there. */
function energiesOf(made: readonly MadeRow[], flows: readonly FlowRow[]) {
  const byKey = new Map<string, DayEnergies & { day: Day }>();
  const place = ({ sid, day }: MadeRow) => {
    const key = `${sid} ${day}`;
    const known = byKey.get(key) ?? { day, ...NOTHING };
    byKey.set(key, known);
    return known;
  };
  for (const row of flows.toSorted((left, right) => Number(left.byMeter) - Number(right.byMeter))) {
    const energies = place(row);
    const flow = PRICED_FLOWS.find((name) => name === row.flow);
    if (flow) energies[flow] = { energyWh: row.energyWh, hours: row.hours ?? energies[flow]?.hours ?? null };
  }
  for (const row of made) {
    const energies = place(row);
    energies.production = { energyWh: row.energyWh, hours: row.hours ?? energies.production?.hours ?? null };
  }
  return byKey;
}

const PRICED_FLOWS = ['production', 'fromGrid', 'toGrid'] as const;

/** None of a day whose price is flat. `versions` in the order of their days. */
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

/** One statement a row, all sent at once: a cluster refuses rows that come out of a query where row policies hold. */
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

/** What a kWh is worth on a day. */
export interface DayPrice {
  /** From the grid, of own use, to the grid. */
  bought: number;
  own: number;
  sold: number;
  /** Of a kWh that the plant makes, where no meter tells what of it went to the grid. */
  worth: number;
  /** Of a price by the hour: Wh that count by it, and how many of them have their hour; null: the price is flat. */
  byHour: { energyWh: number; hoursWh: number } | null;
  /** A day's part of the fixed charge; null: there is none. */
  fixed: number | null;
}

/** Undefined: no price was valid yet. */
export type PriceOf = (day: Day) => DayPrice | undefined;

/** The prices of a plant's days; those of the hour between the two days alone. The site was found among the visible ones. */
export async function readDayPrices(
  sql: Transaction,
  sid: string,
  { from, to }: { from: Day; to: Day },
): Promise<PriceOf> {
  const [versions, [days]] = await Promise.all([
    sql<Version[]>`
      select valid_from, price, feed_in_price, worth, fixed_charge, fixed_per from site_prices
      where sid = ${sid} order by valid_from`,
    // One text: a row of the driver costs more than all else that is done with it, and a year has one a day.
    sql<{ days: string | null }[]>`
      select string_agg(concat_ws(' ', day, bought, own, sold, worth, energy_wh, hours_wh), ',') as days from site_day_prices
      where sid = ${sid} and day between ${from} and ${to}`,
  ]);
  const byDay = new Map<Day, Omit<DayPrice, 'fixed'>>();
  for (const told of days?.days?.split(',') ?? []) {
    const [day, bought, own, sold, worth, energyWh, hoursWh] = told.split(' ') as [Day, ...string[]];
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
    const known = byDay.get(day);
    return known
      ? { ...known, fixed }
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

/** A month's charge is shared by its days: a month of two versions pays each for its own. */
function fixedOf({ fixedCharge, fixedPer }: Version, day: Day): number | null {
  if (fixedCharge === null || fixedPer === 'day') return fixedCharge;
  return fixedCharge / new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}
