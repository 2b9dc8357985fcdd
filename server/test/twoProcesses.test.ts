// Timed work that two processes do at the same moment, past the lock that keeps it to one server: each mail is sent once, and nothing of a judged day is written twice.
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { judgeModules } from '../src/jobs/judgeModules.ts';
import { onOneDatabase } from './cluster.ts';
import { makeSite, makeUser } from './factories.ts';
import { judgedPlant } from './judgedPlant.ts';
import { mailServer } from './mailServer.ts';
import { killServers, startServer } from './serverProcess.ts';
import { testServer } from './testServer.ts';

const mail = await mailServer();
const settings = { SMTP_URL: mail.url, MAIL_FROM: 'reports@portal.example', PUBLIC_URL: 'https://portal.example' };
const { sql, context, clock, databaseUrl } = await testServer(settings);
afterAll(killServers);

const script = join(import.meta.dirname, 'jobProcess.ts');
/** Both are there and wait until `hold` lets them go, at the same moment; answers what each says that it did. */
async function bothDo(job: string): Promise<number[]> {
  const started = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1465)`;
    const both = [0, 1].map(() =>
      startServer({ TEST_DATABASE: databaseUrl, ...settings }, [job, clock.now().toISOString()], script),
    );
    await Promise.all(both.map(({ ready }) => ready));
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
    return both;
  });
  return await Promise.all(
    started.map(async ({ ended, output }) => {
      expect(await ended, output()).toBe(0);
      return Number(/did (\d+)/.exec(output())?.[1]);
    }),
  );
}

/** Sessions of this database that wait for a lock. */
const waiting = async (): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row!.count;
};

const REASON = 'it looks at who waits for a lock, which is on another node';

onOneDatabase(REASON)('of 60 mails that two processes send at once each is sent once', async () => {
  const { companyId } = await makeUser(sql);
  const sid = await makeSite(sql, { companyId });
  const addresses = Array.from({ length: 60 }, (_, n) => `reader${n}@example.com`);
  for (const email of addresses) {
    await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, ${email}, ${email}, ${clock.now()})`;
    await sql`
      insert into mails (id, purpose, about_sid, to_email, subject, text_part, html_part, stop_url, attachment_name, made_at, next_try_at)
      values (gen_random_uuid(), 'confirm', ${sid}, ${email}, 'Please confirm', 'text', '<p>text</p>', '', '', ${clock.now()}, ${clock.now()})`;
  }
  // The first one that arrives is not taken before the other process, too, has one on its way.
  let letGo: () => void = () => {};
  const both = new Promise<void>((done) => (letGo = done));
  let arrived = 0;
  mail.onTaken = async () => {
    arrived++;
    if (arrived === 2) letGo();
    await both;
  };
  const did = await bothDo('mails');
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual(addresses.toSorted());
  expect(did[0]! + did[1]!).toBe(60);
  expect(Math.min(...did)).toBeGreaterThan(0);
  expect(await sql`select from mails where state <> 'sent' or tries <> 1`).toHaveLength(0);
});

onOneDatabase(REASON)(
  'of findings that two processes write at once each is written once, as one process does',
  async () => {
    const { companyId } = await makeUser(sql);
    clock.set('2026-06-11T23:00:00Z');
    const plants = [];
    for (let n = 0; n < 2; n++) {
      const plant = await judgedPlant(sql, companyId);
      await plant.day('2026-06-10', () => 0.8);
      await plant.day('2026-06-11', (sn, input, hour) => (sn === plant.one && input === 2 && hour >= 10 ? 0 : 0.8));
      plants.push(plant);
    }
    const [alone, twice] = plants as [(typeof plants)[0], (typeof plants)[0]];
    const written = async ({ sid, one }: typeof alone) => ({
      days: await sql`select day, is_cold, jsonb_array_length(modules) as modules from judged_days where sid = ${sid} order by day`,
      findings: await sql`
      select sn = ${one} as is_first, input, kind, since, until, cause, share, lost from module_findings where sid = ${sid}`,
      events:
        await sql`select sn = ${one} as is_first, code, opened_at, closed_at, detail from events where sid = ${sid}`,
      open: await sql`select day from site_days where sid = ${sid} and not modules_judged`,
    });
    await sql`update site_days set modules_judged = true where sid = ${twice.sid}`;
    expect(await judgeModules(context)).toBe(2);
    const expected = await written(alone);
    expect(expected).toMatchObject({
      findings: [{ kind: 'dead', input: 2 }],
      events: [{ code: 'deadModule' }],
      open: [],
    });

    await sql`update site_days set modules_judged = false where sid = ${twice.sid}`;
    // Both have read what is to be judged when the plant is let go.
    let didBoth: Promise<number[]> | undefined;
    await sql.begin(async (tx) => {
      await tx`select lock_sites(array[${twice.sid}]::text[])`;
      didBoth = bothDo('moduleFaults');
      didBoth.catch(() => {});
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%lock_sites%'`
            ).length,
          {
            timeout: 60_000,
          },
        )
        .toBe(2);
    });
    await didBoth;
    expect(await written(twice)).toEqual(expected);
  },
);
