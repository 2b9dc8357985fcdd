// Finds devices that hold a power limit which nobody has set on purpose: after a day it is an event until the limit ends or is set.
import type { Context } from '../../context.ts';
import { PRODUCING_KINDS } from '../../families/kinds.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { isUnwanted } from './rules/powerLimit.ts';

const CODE = 'powerLimit';
/** How long a limit is held before it is a problem, ms. */
const HELD_MS = 86_400_000;

interface Held {
  sid: string;
  sn: string;
  /** `since` null: it is not known when the device began to hold it; missing: at `at`. */
  limit: { value: number; at: string; since?: string | null };
  feedInLimitW: number | null;
  allowedW: number;
}

interface OpenEvent {
  sid: string;
  sn: string;
  percent: string | null;
}

const keyOf = ({ sid, sn }: { sid: string; sn: string }): string => `${sid} ${sn}`;

/** Returns the number of devices with an unwanted limit. */
export async function updatePowerLimitProblems({
  sql,
  clock,
  nudges,
}: Pick<Context, 'sql' | 'clock' | 'nudges'>): Promise<number> {
  const now = clock.now();
  const [unwanted, events] = await Promise.all([
    unwantedLimits(sql),
    sql<
      OpenEvent[]
    >`select sid, sn, detail ->> 'percent' as percent from events where code = ${CODE} and closed_at is null`,
  ]);
  const open = new Map(events.map((event) => [keyOf(event), event]));
  const limits = new Map(unwanted.map((held) => [keyOf(held), held]));
  const changed = new Set<string>();
  for (const held of unwanted) {
    const { sid, sn, limit } = held;
    const event = open.get(keyOf(held));
    const percent = String(Math.round(limit.value));
    const since = new Date(limit.since ?? limit.at);
    if (event ? event.percent === percent : now.getTime() - since.getTime() < HELD_MS) continue;
    const detail = { percent, began: limit.since === null ? 'unknown' : 'seen' };
    if (event)
      await sql`
        update events set detail = detail || ${JSON.stringify({ percent })}::text::jsonb
        where sid = ${sid} and sn = ${sn} and code = ${CODE} and closed_at is null`;
    else
      await sql`
        insert into events (sid, sn, code, opened_at, detail) values (${sid}, ${sn}, ${CODE}, ${since}, ${JSON.stringify(detail)}::text::jsonb)
        on conflict (sid, sn, code, opened_at) do update set closed_at = null, detail = excluded.detail`;
    changed.add(sid);
  }
  const ended = events.filter((event) => !limits.has(keyOf(event)));
  if (ended.length > 0)
    await sql`
      update events set closed_at = ${now} where code = ${CODE} and closed_at is null and (sid, sn) in (
        select unnest(${textArray(ended.map(({ sid }) => sid))}::text::text[]), unnest(${textArray(ended.map(({ sn }) => sn))}::text::text[]))`;
  nudges.publish([...new Set([...changed, ...ended.map(({ sid }) => sid)])]);
  return limits.size;
}

/** Returns the limits that devices report and nobody wants. */
async function unwantedLimits(sql: Sql): Promise<Held[]> {
  // Devices under a rule are left out: it sends them a command every few minutes.
  const held = await sql<Held[]>`
    select p.sid, p.sn, p.told -> 'limitPercent' as "limit", s.control_limit_w as feed_in_limit_w,
      coalesce((
        select sum(k.rated_power_w * least(coalesce((q.told -> 'limitPercent' ->> 'value')::float8, 100), 100) / 100)
        from devices o join products k on k.id = o.product_id left join device_parameters q on q.sid = o.sid and q.sn = o.sn
        where o.sid = p.sid and o.removed_at is null and k.kind = any (${PRODUCING_KINDS}::text[])
      ), 0) as allowed_w
    from device_parameters p join sites s on s.sid = p.sid join devices d on d.sid = p.sid and d.sn = p.sn
      join products k on k.id = d.product_id
    where (p.told -> 'limitPercent' ->> 'value')::float8 < 100 and d.removed_at is null and k.kind = any (${PRODUCING_KINDS}::text[])
      and not exists (select from limit_rules r where r.sid = p.sid and r.kind <> 'none')
    order by p.sid, p.sn`;
  if (held.length === 0) return [];
  const commands = await sql<{ sid: string; sn: string; percent: number; byRule: boolean }[]>`
    select distinct on (c.sid, c.sn) c.sid, c.sn, (c.parameters ->> 'limitPercent')::float8 as percent, c.by_rule is not null as by_rule
    from commands c
    where c.action = 'limit' and c.issued_at is not null and (c.sid, c.sn) in (
      select unnest(${textArray(held.map(({ sid }) => sid))}::text::text[]), unnest(${textArray(held.map(({ sn }) => sn))}::text::text[]))
    order by c.sid, c.sn, c.asked_at desc, c.id desc`;
  const sent = new Map(commands.map((command) => [keyOf(command), command]));
  return held.filter((one) => isUnwanted({ ...one, percent: one.limit.value, sent: sent.get(keyOf(one)) ?? null }));
}
