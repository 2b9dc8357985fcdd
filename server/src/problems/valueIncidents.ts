// Computes what ended incidents have cost, in energy and money, from their beginning to their end.
import type { LossBasis } from '@heliograph/contract/entities/problem.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import type { Context } from '../context.ts';
import { readDayPrices } from '../energy/money/dayPrices.ts';
import { valuationOf } from '../energy/money/rules/valuation.ts';
import { PRODUCING_KINDS } from '../families/kinds.ts';
import { type Day, localDay } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { isComparedWithOthers, lostByDevice, otherAffected } from './deviceLosses.ts';
import { readVoltageLosses } from './limits/voltageLosses.ts';
import { findingLosses, losesAsModule } from './modules/findingLosses.ts';

const BATCH_SIZE = 200;

interface EndedIncident {
  sid: string;
  id: string;
  timezone: string;
}

interface Member {
  sn: string;
  code: EventCode;
  openedAt: Date;
  endedAt: Date;
  detail: Readonly<Record<string, string>> | null;
  /** Whether the device produces energy: the silence of a gateway or a meter costs nothing. */
  isProducer: boolean;
  ratedPowerW: number | null;
}

interface Cost {
  lostWh: number | null;
  lostMoney: number | null;
  basis: LossBasis | null;
}

const UNKNOWN: Cost = { lostWh: null, lostMoney: null, basis: null };

/** Values incidents that have ended since the last run; returns their number. One that cannot be valued is announced without its cost. */
export async function valueEndedIncidents({
  sql,
  clock,
  log,
}: Pick<Context, 'sql' | 'clock' | 'log'>): Promise<number> {
  const ended = await sql<EndedIncident[]>`
    select i.sid, i.id::text as id, s.timezone from incidents i join sites s on s.sid = i.sid
    where i.ended_at is not null and i.valued_at is null order by i.ended_at, i.id limit ${BATCH_SIZE}`;
  for (const incident of ended) {
    const { sid, id } = incident;
    const { lostWh, lostMoney, basis } = await sql
      .begin('read only', async (tx) => await costOf(tx, incident))
      .catch((error: unknown) => {
        log.error({ err: error, sid, incident: id }, 'cost of a problem not computed');
        return UNKNOWN;
      });
    await sql`
      update incidents set lost_wh = ${lostWh}, lost_money = ${lostMoney}, loss_basis = coalesce(${basis}, loss_basis), valued_at = ${clock.now()}
      where sid = ${sid} and id = ${id} and ended_at is not null`;
  }
  return ended.length;
}

async function costOf(tx: Transaction, { sid, id, timezone }: EndedIncident): Promise<Cost> {
  const members = await tx<Member[]>`
    select m.sn, m.code, m.opened_at, coalesce(e.closed_at, i.ended_at) as ended_at, e.detail,
      coalesce(k.kind = any (${PRODUCING_KINDS}::text[]), false) as is_producer, k.rated_power_w
    from incident_events m join incidents i on i.sid = m.sid and i.id = m.incident_id
      join events e on e.sid = m.sid and e.sn = m.sn and e.code = m.code and e.opened_at = m.opened_at
      left join devices d on d.sid = m.sid and d.sn = m.sn left join products k on k.id = d.product_id
    where m.sid = ${sid} and m.incident_id = ${id} order by m.opened_at, m.sn, m.code`;
  const dayOf = (at: Date): Day => localDay(at.getTime(), timezone);
  const ofModules = members.filter(({ code }) => losesAsModule(code));
  if (ofModules.length > 0) return await moduleCost(tx, sid, ofModules);
  if (members.some(({ code }) => code === 'voltageCurtailment')) return await voltageCost(tx, sid, members, dayOf);
  const producers = members.filter(isComparedWithOthers);
  if (producers.length === 0) return UNKNOWN;
  const from = new Date(Math.min(...producers.map(({ openedAt }) => openedAt.getTime())));
  const to = new Date(Math.max(...producers.map(({ endedAt }) => endedAt.getTime())));
  const affected = [
    ...producers.map(({ sn, ratedPowerW, openedAt, endedAt }) => ({
      sn,
      ratedPowerW,
      since: dayOf(openedAt),
      until: dayOf(endedAt),
    })),
    ...(await otherAffected(tx, { sid, timezone }, { from, to })),
  ];
  const lost = (await lostByDevice(tx, sid, affected)).slice(0, producers.length);
  // If some losses are unknown, their sum would be too low.
  if (lost.some((days) => days === null)) return UNKNOWN;
  // A device loses the energy of a day once, however often it was faulty on it.
  const byDevice = Map.groupBy(
    lost.flatMap((days, n) => [...(days ?? [])].map(([day, wh]) => ({ sn: producers[n]!.sn, day, wh }))),
    ({ sn, day }) => `${sn} ${day}`,
  );
  const days = [...byDevice.values()].map(([first]) => [first!.day, first!.wh] as const);
  return await valued(tx, sid, days, 'neighbours');
}

/** Sums the stored losses of the devices by a high grid voltage. Unknown if none was estimated. */
async function voltageCost(
  tx: Transaction,
  sid: string,
  members: readonly Member[],
  dayOf: (at: Date) => Day,
): Promise<Cost> {
  const spans = members.map(({ sn, openedAt, endedAt }) => ({ sn, since: dayOf(openedAt), until: dayOf(endedAt) }));
  const start = spans.map(({ since }) => since).toSorted()[0]!;
  const end = spans
    .map(({ until }) => until)
    .toSorted()
    .at(-1)!;
  const stored = await readVoltageLosses(tx, sid, { start, end });
  const days = spans.flatMap(({ sn, since, until }) =>
    (stored.get(sn) ?? []).filter(({ day, lostWh }) => day >= since && day <= until && lostWh !== null),
  );
  const basis = days.findLast((day) => day.basis !== null)?.basis ?? null;
  if (basis === null) return UNKNOWN;
  return await valued(
    tx,
    sid,
    days.map(({ day, lostWh }) => [day, lostWh ?? 0] as const),
    basis,
  );
}

/** Sums the losses of modules, which lose the energy of a day once. */
async function moduleCost(tx: Transaction, sid: string, members: readonly Member[]): Promise<Cost> {
  const losses = await findingLosses(tx, sid, members);
  const byModule = new Map<string, readonly [Day, number]>();
  for (const [n, { sn }] of members.entries()) {
    const loss = losses[n];
    // If some losses are unknown, their sum would be too low.
    if (!loss) return UNKNOWN;
    for (const [day, wh] of loss.days) {
      const key = `${sn} ${loss.input} ${day}`;
      byModule.set(key, [day, Math.max(wh, byModule.get(key)?.[1] ?? 0)]);
    }
  }
  return await valued(tx, sid, [...byModule.values()], 'modules');
}

async function valued(
  tx: Transaction,
  sid: string,
  lost: readonly (readonly [day: Day, wh: number])[],
  basis: LossBasis,
): Promise<Cost> {
  const byDay = new Map<Day, number>();
  for (const [day, wh] of lost) byDay.set(day, (byDay.get(day) ?? 0) + wh);
  const days = [...byDay.keys()].toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return { lostWh: 0, lostMoney: null, basis };
  const prices = await readDayPrices(tx, sid, { from, to });
  return { lostWh: [...byDay.values()].reduce((sum, wh) => sum + wh, 0), lostMoney: valuationOf(byDay, prices), basis };
}
