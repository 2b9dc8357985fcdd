// Combines the limits that a rule sent to a device on one day into one summary row, as a rule sends one every few minutes for years.
import type { LimitRuleDay } from '@heliograph/contract/limitRules.ts';
import type { Context } from '../../context.ts';
import { dayEndMs, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import type { Command } from '../command.ts';

/** Minimum age before compaction, at least a day more than a command may be open, so that whole days are compacted at once. */
const MIN_AGE_S = 4 * 86_400;
const BATCH_SIZE = 500;

interface Due {
  sid: string;
  sn: string;
  askedAt: Date;
  timezone: string;
}

/** Compacts the history of limits; returns the number of compacted device-days. */
export async function compactLimitHistory({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - MIN_AGE_S * 1000);
  let compacted = 0;
  for (;;) {
    const due = await sql<Due[]>`
      select c.sid, c.sn, c.asked_at, s.timezone from commands c join sites s on s.sid = c.sid
      where c.by_rule is not null and c.stands_for is null and c.ended_at < ${before}
      order by c.ended_at limit ${BATCH_SIZE}`;
    for (const one of due) {
      if (signal?.aborted) return compacted;
      if (await compactDay(sql, one)) compacted++;
    }
    if (due.length < BATCH_SIZE) return compacted;
  }
}

type Row = Pick<Command, 'id' | 'parameters' | 'state' | 'issuedAt' | 'byRule' | 'standsFor'>;

/** Compacts the day of a limit; returns false when it has already been compacted. */
async function compactDay(sql: Sql, { sid, sn, askedAt, timezone }: Due): Promise<boolean> {
  const day = localDay(askedAt.getTime(), timezone);
  const [from, to] = [new Date(dayStartMs(day, timezone)), new Date(dayEndMs(day, timezone))];
  return await sql.begin(async (tx) => {
    const rows = await tx<Row[]>`
      select c.id, c.parameters, c.state, c.issued_at, c.by_rule, c.stands_for from commands c
      where c.sid = ${sid} and c.sn = ${sn} and c.action = 'limit' and c.by_rule is not null and c.ended_at is not null
        and c.asked_at >= ${from} and c.asked_at < ${to}
      order by c.asked_at, c.id for update`;
    if (rows.every(({ standsFor }) => standsFor !== null)) return false;
    const summary = sumOf(rows);
    // The last limit that was sent is retained, as its outcome is still of interest.
    const retained = rows.findLast(({ issuedAt }) => issuedAt !== null) ?? rows.at(-1)!;
    const obsolete = rows.filter(({ id }) => id !== retained.id).map(({ id }) => id);
    await tx`delete from commands where sid = ${sid} and id in (select unnest(${textArray(obsolete)}::text::uuid[]))`;
    await tx`
      update commands set by_rule = 'change', stands_for = ${JSON.stringify(summary)}::text::jsonb where sid = ${sid} and id = ${retained.id}`;
    return true;
  });
}

/** Summarizes the limits of a day, except those replaced before they were sent. */
function sumOf(rows: readonly Row[]): LimitRuleDay {
  const summary: LimitRuleDay = { commands: 0, changes: 0, failed: 0, least: null, most: null };
  const add = (one: LimitRuleDay): void => {
    summary.commands += one.commands;
    summary.changes += one.changes;
    summary.failed += one.failed;
    const limits = [summary.least, summary.most, one.least, one.most].filter((limit) => limit !== null);
    if (limits.length > 0) [summary.least, summary.most] = [Math.min(...limits), Math.max(...limits)];
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
  return summary;
}
