// Energy and money over many sites at once: days that are over are summed rarely, the newest on every asking.
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { todayByZone } from './timeBuckets.ts';

const FIGURES = ['today', 'yesterday', 'month', 'year', 'total'] as const;
export type FleetFigure = (typeof FIGURES)[number];
/** No value is null, not 0. */
export type FleetEnergy = Record<FleetFigure, { energyWh: number | null; money: number | null }>;

/** Ten thousand plants have millions of days: late reports into them show after this time. */
const KEEP_MS = 600_000;
const KEEP_AT_MOST = 500;

/** Sums of days that are over, by who asks. */
export type FleetSums = Map<string, { readAtMs: number; energy: FleetEnergy }>;

export const openFleetSums = (): FleetSums => new Map();

export async function fleetEnergy(
  sql: Transaction,
  { sums: kept, session, at }: { sums: FleetSums; session: Session; at: Date },
): Promise<FleetEnergy> {
  // Every place on earth has begun each of these days, and ended all before them.
  const cut = new Date(at.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
  const key = `${session.scope} ${session.userId} ${session.companyIds.join(',')} ${cut}`;
  let past = kept.get(key);
  if (!past || Math.abs(at.getTime() - past.readAtMs) > KEEP_MS) {
    past = { readAtMs: at.getTime(), energy: await sumDays(sql, at, '1970-01-01', cut) };
    if (kept.size >= KEEP_AT_MOST) kept.clear();
    kept.set(key, past);
  }
  const recent = await sumDays(sql, at, cut, '9999-12-31');
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

/** Each plant's own day, month and year; `to` is not included. Which plants: the database knows who asks (migration 000005). */
async function sumDays(sql: Transaction, at: Date, from: string, to: string): Promise<FleetEnergy> {
  const todays = todayByZone(at);
  const [row] = await sql<Record<`${FleetFigure}${'Wh' | 'Money'}`, number | null>[]>`
    select * from seen_energy(${todays.zones}::text::text[], ${todays.days}::text::date[], ${from}, ${to})`;
  const figures = FIGURES.map((name) => [name, { energyWh: row![`${name}Wh`], money: row![`${name}Money`] }]);
  return Object.fromEntries(figures) as FleetEnergy;
}
