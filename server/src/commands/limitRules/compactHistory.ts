// Combines the limits that a rule sent to a device on one day into one row with a summary: a rule sends one every few minutes, for years.
import type { LimitRuleDay } from '@heliograph/contract/limitRules.ts';
import type { Context } from '../../context.ts';
import { dayEndMs, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import type { Command } from '../command.ts';

/** Age before compaction; at least a day more than a command may be open, so that whole days are compacted at once. */
const MIN_AGE_S = 4 * 86_400;
const BATCH_SIZE = 500;

interface Due {
  sid: string;
  sn: string;
  askedAt: Date;
  timezone: string;
}

/** Returns how many device-days were compacted. */
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

/** False: its day has been compacted already. */
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
    const sum = sumOf(rows);
    // The last one sent stays: its outcome is still of interest.
    const kept = rows.findLast(({ issuedAt }) => issuedAt !== null) ?? rows.at(-1)!;
    const gone = rows.filter(({ id }) => id !== kept.id).map(({ id }) => id);
    await tx`delete from commands where sid = ${sid} and id in (select unnest(${textArray(gone)}::text::uuid[]))`;
    await tx`
      update commands set by_rule = 'change', stands_for = ${JSON.stringify(sum)}::text::jsonb where sid = ${sid} and id = ${kept.id}`;
    return true;
  });
}

/** Leaves out limits that were replaced before they were sent. */
function sumOf(rows: readonly Row[]): LimitRuleDay {
  const sum: LimitRuleDay = { commands: 0, changes: 0, failed: 0, least: null, most: null };
  const add = (one: LimitRuleDay): void => {
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
