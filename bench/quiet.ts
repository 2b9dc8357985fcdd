// What a filled store leaves to jobs is done before anything is measured, as in a portal that has grown with its plants.
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { findDayPeaks } from '../server/src/energy/days/dayPeaks.ts';
import { type TimedJob, timedJobs } from '../server/src/jobs/schedule.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { judgeModules } from '../server/src/problems/modules/judgeModules.ts';
import { createServices } from '../server/src/services.ts';

const LOOK_MS = 1_000;
/** Looks after each other at which nothing is left: what one job has written another may take up. */
const QUIET_LOOKS = 3;

/** Peaks and modules of all days, in one go: the server takes so many every five minutes, and would be at it for days. */
export async function settleDays(sql: Sql, nowMs: number): Promise<number> {
  const context = { sql, clock: { now: () => new Date(nowMs) }, log: pino({ level: 'warn' }), ...createServices(sql) };
  let days = 0;
  for (const work of [findDayPeaks, judgeModules])
    for (let done = -1; done !== 0; days += done) done = await work(context);
  return days;
}

/** Until each job of a server that was just started has had its turn and left nothing; gives the seconds it took. */
export async function untilQuiet(sql: Sql): Promise<number> {
  const from = performance.now();
  const queues = Object.entries<TimedJob>(timedJobs).flatMap(([name, { isExclusive: alone }]) =>
    alone ? [`timed.${name}`] : [],
  );
  // The server answers before its queue is there.
  while ((await sql`select where to_regclass('pgboss.job') is not null`).length === 0) await wait(LOOK_MS);
  for (let looks = 0; looks < QUIET_LOOKS; looks++) {
    await wait(LOOK_MS);
    const left = await sql`
      select from fleet_walks where passed_at is null
      union all select from count_marks
      union all select from site_jobs
      union all select from unnest(${queues}::text[]) q (name)
        where not exists (select from pgboss.job j where j.name = q.name and j.state = 'completed')
      limit 1`;
    if (left.length > 0) looks = -1;
  }
  return (performance.now() - from) / 1000;
}
