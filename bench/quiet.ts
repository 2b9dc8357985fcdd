// Completes the work that a filled store leaves to jobs, so that measurements resemble a portal that has grown with its plants.
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { findDayPeaks } from '../server/src/energy/days/dayPeaks.ts';
import { type TimedJob, timedJobs } from '../server/src/jobs/schedule.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { judgeModules } from '../server/src/problems/modules/judgeModules.ts';
import { createServices } from '../server/src/services.ts';

const CHECK_MS = 1_000;
/** Consecutive checks without open work, because the result of one job may be work for another. */
const QUIET_CHECKS = 3;

/** Computes peaks and evaluates modules of all days at once: the server does a limited number every five minutes, which would take days. Returns the number of days. */
export async function settleDays(sql: Sql, nowMs: number): Promise<number> {
  const context = { sql, clock: { now: () => new Date(nowMs) }, log: pino({ level: 'warn' }), ...createServices(sql) };
  let days = 0;
  for (const work of [findDayPeaks, judgeModules])
    for (let done = -1; done !== 0; days += done) done = await work(context);
  return days;
}

/** Waits until each job of a server that was just started has run and left nothing; returns the seconds it took. */
export async function untilQuiet(sql: Sql): Promise<number> {
  const from = performance.now();
  const queues = Object.entries<TimedJob>(timedJobs).flatMap(([name, { isExclusive }]) =>
    isExclusive ? [`timed.${name}`] : [],
  );
  // The server answers before its job queue exists.
  while ((await sql`select where to_regclass('pgboss.job') is not null`).length === 0) await wait(CHECK_MS);
  for (let checks = 0; checks < QUIET_CHECKS; checks++) {
    await wait(CHECK_MS);
    const openWork = await sql`
      select from fleet_walks where passed_at is null
      union all select from count_marks
      union all select from site_jobs
      union all select from unnest(${queues}::text[]) q (name)
        where not exists (select from pgboss.job j where j.name = q.name and j.state = 'completed')
      limit 1`;
    if (openWork.length > 0) checks = -1;
  }
  return (performance.now() - from) / 1000;
}
