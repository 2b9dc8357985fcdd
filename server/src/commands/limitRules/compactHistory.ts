// Makes one row, for each device and day, of the limits that a plant's rule told it days ago: it tells one every few minutes, for years, and all of it stays told of.
import type { StandsFor } from '@heliograph/contract/limitRules.ts';
import type { Context } from '../../context.ts';
import { dayEndMs, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { Command } from '../command.ts';

/** So long each stands by itself; at least a day more than a command may be under way, so that whole days are folded at once. */
const APART_S = 4 * 86_400;
const AT_ONCE = 500;

interface Due {
  sid: string;
  sn: string;
  askedAt: Date;
  timezone: string;
}

/** Gives how many days of devices became a row. */
export async function foldLimits({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - APART_S * 1000);
  let folded = 0;
  for (;;) {
    const due = await sql<Due[]>`
      select c.sid, c.sn, c.asked_at, s.timezone from commands c join sites s on s.sid = c.sid
      where c.by_rule is not null and c.stands_for is null and c.ended_at < ${before}
      order by c.ended_at limit ${AT_ONCE}`;
    for (const one of due) {
      if (signal?.aborted) return folded;
      if (await foldDay(sql, one)) folded++;
    }
    if (due.length < AT_ONCE) return folded;
  }
}

type Row = Pick<Command, 'id' | 'parameters' | 'state' | 'issuedAt' | 'byRule' | 'standsFor'>;

/** False: others of its day were due before it, or another server was quicker. */
async function foldDay(sql: Sql, { sid, sn, askedAt, timezone }: Due): Promise<boolean> {
  const day = localDay(askedAt.getTime(), timezone);
  const [from, to] = [new Date(dayStartMs(day, timezone)), new Date(dayEndMs(day, timezone))];
  return (await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    const rows = await tx<Row[]>`
      select c.id, c.parameters, c.state, c.issued_at, c.by_rule, c.stands_for from commands c
      where c.sid = ${sid} and c.sn = ${sn} and c.action = 'limit' and c.by_rule is not null and c.ended_at is not null
        and c.asked_at >= ${from} and c.asked_at < ${to}
      order by c.asked_at, c.id for update`;
    if (rows.every(({ standsFor }) => standsFor !== null)) return false;
    const sum = sumOf(rows);
    // The last that the device was sent: what became of it is still asked about.
    const kept = rows.findLast(({ issuedAt }) => issuedAt !== null) ?? rows.at(-1)!;
    const gone = rows.filter(({ id }) => id !== kept.id).map(({ id }) => id);
    await tx`delete from commands where sid = ${sid} and id in (select unnest(${textArray(gone)}::text::uuid[]))`;
    await tx`
      update commands set by_rule = 'change', stands_for = ${JSON.stringify(sum)}::text::jsonb where sid = ${sid} and id = ${kept.id}`;
    return true;
  })) as boolean;
}

/** What was replaced before it was sent was told to nobody. */
function sumOf(rows: readonly Row[]): StandsFor {
  const sum: StandsFor = { commands: 0, changes: 0, failed: 0, least: null, most: null };
  const add = (one: StandsFor): void => {
    sum.commands += one.commands;
    sum.changes += one.changes;
    sum.failed += one.failed;
    const limits = [sum.least, sum.most, one.least, one.most].filter((limit) => limit !== null);
    if (limits.length > 0) [sum.least, sum.most] = [Math.min(...limits), Math.max(...limits)];
  };
  for (const { standsFor, issuedAt, byRule, state, parameters } of rows) {
    const limit = parameters.limitPercent ?? null;
    if (standsFor) add(standsFor);
    else if (issuedAt !== null)
      add({
        commands: 1,
        changes: byRule === 'change' ? 1 : 0,
        failed: state === 'readBack' ? 0 : 1,
        least: limit,
        most: limit,
      });
  }
  return sum;
}
