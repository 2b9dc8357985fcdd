// Energy and money over many sites at once: days that are over are summed rarely, the newest on every asking.
import type { Session } from '../context.ts';
import type { Sql, Transaction } from '../db/connect.ts';
import { joinZones } from './timeBuckets.ts';
import { visibleSites } from './visibleSites.ts';

const FIGURES = ['today', 'yesterday', 'month', 'year', 'total'] as const;
export type FleetFigure = (typeof FIGURES)[number];
/** No value is null, not 0. */
export type FleetEnergy = Record<FleetFigure, { energyWh: number | null; money: number | null }>;

/** Ten thousand plants have millions of days: late reports into them show after this time. */
const KEEP_MS = 600_000;
const KEEP_AT_MOST = 500;

type Kept = Map<string, { readAtMs: number; energy: FleetEnergy }>;
const keptOf = new WeakMap<Sql, Kept>();

/** `server` is the pool: what is kept is kept per database. */
export async function fleetEnergy(
  sql: Transaction,
  { server, session, at }: { server: Sql; session: Session; at: Date },
): Promise<FleetEnergy> {
  // Every place on earth has begun each of these days, and ended all before them.
  const cut = new Date(at.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
  const kept: Kept = keptOf.get(server) ?? new Map();
  keptOf.set(server, kept);
  const key = `${session.scope} ${session.userId} ${session.companyIds.join(',')} ${cut}`;
  let past = kept.get(key);
  if (!past || Math.abs(at.getTime() - past.readAtMs) > KEEP_MS) {
    past = { readAtMs: at.getTime(), energy: await sumDays(sql, session, at, '1970-01-01', cut) };
    if (kept.size >= KEEP_AT_MOST) kept.clear();
    kept.set(key, past);
  }
  const recent = await sumDays(sql, session, at, cut, '9999-12-31');
  const plus = (one: number | null, other: number | null) =>
    one === null && other === null ? null : (one ?? 0) + (other ?? 0);
  const { energy } = past;
  const sums = FIGURES.map((name) => [
    name,
    {
      energyWh: plus(energy[name].energyWh, recent[name].energyWh),
      money: plus(energy[name].money, recent[name].money),
    },
  ]);
  return Object.fromEntries(sums) as FleetEnergy;
}

/** Each plant's own day, month and year; `to` is not included. */
async function sumDays(sql: Transaction, session: Session, at: Date, from: string, to: string): Promise<FleetEnergy> {
  const [row] = await sql<Record<`${FleetFigure}${'Wh' | 'Money'}`, number | null>[]>`
    with seen as materialized (
      select s.sid, z.today from sites s ${joinZones(sql, { at })} where ${visibleSites(sql, session)}
    ), prices as materialized (
      select sid, valid_from, lead(valid_from, 1, 'infinity'::date) over (partition by sid order by valid_from) as valid_until, price,
        today, date_trunc('month', today)::date as month, date_trunc('year', today)::date as year
      from site_prices join seen using (sid)
    ), days as (
      select d.day, d.energy_wh, d.energy_wh / 1000 * p.price as money, p.today, p.month, p.year
      from prices p join site_days d on d.sid = p.sid and d.day >= p.valid_from and d.day < p.valid_until
      where d.day >= ${from}::date and d.day < ${to}::date
    )
    select
      sum(energy_wh) filter (where day = today) as today_wh, sum(money) filter (where day = today) as today_money,
      sum(energy_wh) filter (where day = today - 1) as yesterday_wh, sum(money) filter (where day = today - 1) as yesterday_money,
      sum(energy_wh) filter (where day >= month) as month_wh, sum(money) filter (where day >= month) as month_money,
      sum(energy_wh) filter (where day >= year) as year_wh, sum(money) filter (where day >= year) as year_money,
      sum(energy_wh) as total_wh, sum(money) as total_money
    from days`;
  const figures = FIGURES.map((name) => [name, { energyWh: row![`${name}Wh`], money: row![`${name}Money`] }]);
  return Object.fromEntries(figures) as FleetEnergy;
}
