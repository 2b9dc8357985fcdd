// Attacks of bench/attacks.ts whose work is done in the background: exports, archives, recomputed plants and mailed reports, ordered as quickly as the limits allow.
import { setTimeout as wait } from 'node:timers/promises';
import { addDays } from '../server/src/platform/calendar/rules/localDays.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import type { Attack } from './attacker.ts';
import { LARGE_SID, SITES } from './attackWorld.ts';
import { sidOf } from './fleet.ts';

/** Days of an export of 100 devices: as many as one file may have. */
const EXPORT_DAYS = 100;
/** Plants with mailed reports: each has a weekly and a monthly one with a PDF. */
const MAILED_PLANTS = 1_000;
/** Timed jobs run once a minute. */
const MAX_START_MS = 75_000;

export interface JobAttack extends Omit<Attack, 'url'> {
  name: string;
  /** Prepares the database before the orders are sent. */
  prepare?(): Promise<void>;
  /** Resolves when the first job runs. */
  started(): Promise<void>;
  /** Ends the jobs that still wait or run. Returns what they did. */
  end(): Promise<string>;
}

export function jobAttacks(sql: Sql, emails: readonly string[], accounts: Record<string, string>[]): JobAttack[] {
  const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
  const exports = (format: string, name: string): JobAttack => ({
    name: `exports of a plant of 200 modules as ${name}, 8 accounts`,
    senders: accounts,
    connections: 8,
    path: '/v2/site/history/files/ask',
    bodies: Array.from({ length: 30 }, (_, n) => {
      const end = addDays(yesterday, -n);
      return JSON.stringify({ sid: LARGE_SID, start: addDays(end, 1 - EXPORT_DAYS), end, format });
    }),
    started: () => until(() => sql`select from user_files where pieces > 0`),
    async end() {
      const [done] = await sql<{ files: number; days: number }[]>`
        select count(*)::int as files, coalesce(sum(done_days), 0)::int as days from user_files`;
      await sql`delete from user_files`;
      return `${done!.files} files, ${done!.days} device days`;
    },
  });
  return [
    exports('csv', 'CSV'),
    exports('xlsx', 'XLSX'),
    exports('parquet', 'Parquet'),
    {
      name: 'account archives, one with the plant of 200 modules, 8 accounts',
      senders: accounts,
      connections: 8,
      path: '/v2/account/archive/ask',
      bodies: ['{}'],
      async prepare() {
        await setOwner(LARGE_SID, emails[0]!);
        for (const [index, email] of emails.entries())
          for (let n = 1; n < 10; n++) await setOwner(sidOf(index * 10 + n), email);
      },
      started: () => until(() => sql`select from account_archives where held_until is not null`),
      async end() {
        const [done] = await sql<{ plants: number; ready: number }[]>`
          select coalesce(sum(done_plants), 0)::int as plants, (count(*) filter (where state = 'ready'))::int as ready from account_archives`;
        await sql`delete from account_archives`;
        return `${done!.ready} archives, ${done!.plants} plants`;
      },
    },
    {
      name: 'plants moved to another time zone, 8 accounts',
      senders: accounts,
      connections: 8,
      path: '/v2/site/updateFast',
      bodies: ['Europe/Paris', 'Europe/Berlin'].flatMap((timezone) =>
        [LARGE_SID, ...Array.from({ length: 20 }, (_, n) => sidOf(n))].map((sid) => JSON.stringify({ sid, timezone })),
      ),
      started: () => until(() => sql`select from site_jobs where done > 0`),
      async end() {
        const [left] = await sql<{ jobs: number; done: number }[]>`
          select count(*)::int as jobs, coalesce(sum(done), 0)::int as done from site_jobs`;
        await until(async () => ((await sql`select from site_jobs`).length === 0 ? [{}] : []));
        return `${left!.jobs} plants left, ${left!.done} days of them done`;
      },
    },
    {
      name: `${MAILED_PLANTS} plants with weekly and monthly reports as PDF`,
      senders: [],
      connections: 0,
      path: '',
      bodies: [],
      async prepare() {
        const sids = [LARGE_SID, ...Array.from({ length: MAILED_PLANTS - 1 }, (_, n) => sidOf(n % SITES))];
        await sql`
          insert into report_settings (sid, weekly, monthly, hour) select unnest(${sids}::text[]), true, true, 0 on conflict do nothing`;
        await sql`
          insert into report_recipients (sid, email, secret, added_at, confirmed_at)
          select unnest(${sids}::text[]), 'reader@example.com', 'secret', now(), now() on conflict do nothing`;
      },
      started: () => until(() => sql`select from mails where purpose in ('weekly', 'monthly') limit 1`),
      async end() {
        const [written] = await sql<{ count: number }[]>`
          select count(*)::int as count from mails where purpose in ('weekly', 'monthly')`;
        await sql`delete from report_settings`;
        await sql`delete from mails`;
        return `${written!.count} mails`;
      },
    },
  ];

  async function setOwner(sid: string, email: string): Promise<void> {
    await sql`update sites set owner_id = (select id from users where email = ${email}) where sid = ${sid}`;
  }
}

async function until(find: () => PromiseLike<readonly unknown[]>): Promise<void> {
  const deadline = performance.now() + MAX_START_MS;
  while ((await find()).length === 0) {
    if (performance.now() > deadline) throw new Error('no job began');
    await wait(50);
  }
}
