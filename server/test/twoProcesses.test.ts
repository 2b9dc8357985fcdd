// Two processes at the same moment: timed jobs without the lock that limits them to one server, where each mail and message is sent once, and once more after a process was killed, and no judged day is written twice; and two editors of one plant's layout, of whom one succeeds.
import { join } from 'node:path';
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import type { Envelope } from '@heliograph/contract/envelope.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { afterAll, expect } from 'vitest';
import { sendDeliveries } from '../src/notifications/sendDeliveries.ts';
import { judgeModules } from '../src/problems/modules/judgeModules.ts';
import { onOneDatabase } from './cluster.ts';
import { makeDevice, makeSite, makeUser, makeWebhook } from './factories.ts';
import { judgedPlant } from './judgedPlant.ts';
import { mailServer } from './mailServer.ts';
import { openReceiver } from './receiver.ts';
import { killServers, startServer, stopServer } from './serverProcess.ts';
import { testServer } from './testServer.ts';

const mail = await mailServer();
const settings = { SMTP_URL: mail.url, MAIL_FROM: 'reports@portal.example', PUBLIC_URL: 'https://portal.example' };
const { sql, context, clock, databaseUrl, signedIn } = await testServer(settings);
afterAll(killServers);

const script = join(import.meta.dirname, 'jobProcess.ts');
/** Starts both processes, which wait until `hold` releases them at the same moment; returns the count that each reports. */
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

/** Returns the number of sessions of this database that wait for a lock. */
const waiting = async (): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row!.count;
};

const REASON = 'it looks at who waits for a lock, which is on another node';

onOneDatabase(REASON)('two processes that send 60 mails at once send each mail once', async () => {
  const { companyId } = await makeUser(sql);
  const sid = await makeSite(sql, { companyId });
  const addresses = Array.from({ length: 60 }, (_, n) => `reader${n}@example.com`);
  for (const email of addresses) {
    await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, ${email}, ${email}, ${clock.now()})`;
    await sql`
      insert into mails (id, purpose, about_sid, to_email, subject, text_part, html_part, stop_url, attachment_name, made_at, next_try_at)
      values (gen_random_uuid(), 'confirm', ${sid}, ${email}, 'Please confirm', 'text', '<p>text</p>', '', '', ${clock.now()}, ${clock.now()})`;
  }
  // The first mail is not accepted before the other process is sending one, too.
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

onOneDatabase(REASON)('two processes that post 60 messages at once post each message once', async () => {
  const { id } = await makeUser(sql);
  const hook = await openReceiver();
  for (let n = 0; n < 5; n++) await waitingMessages(id, hook.url, 12);
  // As with mails: none is answered before there are more than one process sends at once (four of each).
  let letGo: () => void = () => {};
  const both = new Promise<void>((done) => (letGo = done));
  hook.answer = async () => {
    if (hook.taken.length > 20) letGo();
    await both;
    return { status: 204 };
  };
  const did = await bothDo('deliveries');
  const ids = hook.taken.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size, did[0]! + did[1]!]).toEqual([60, 60, 60]);
  expect(Math.min(...did)).toBeGreaterThan(0);
  await hook.close();
});

onOneDatabase(REASON)('a message whose process was killed is sent by another process with the same id', async () => {
  const { id } = await makeUser(sql);
  const hook = await openReceiver();
  await waitingMessages(id, hook.url, 1);
  let arrived: () => void = () => {};
  const posted = new Promise<void>((done) => (arrived = done));
  hook.answer = async () => {
    arrived();
    return await new Promise(() => {});
  };
  const env = { TEST_DATABASE: databaseUrl, ...settings };
  const first = startServer(env, ['deliveries', clock.now().toISOString()], script);
  await posted;
  await stopServer(first, 'SIGKILL');
  hook.answer = async () => ({ status: 204 });
  expect(await sendDeliveries(context)).toBe(0);
  // Until then no other process sends it.
  await sql`update deliveries set held_until = now() - interval '1 second' where held_until is not null`;
  expect(await sendDeliveries(context)).toBe(1);
  const ids = hook.taken.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  await hook.close();
});

/** Creates a user with a webhook. */
async function waitingMessages(userId: number, url: string, count: number): Promise<void> {
  const { id } = await makeWebhook(sql, userId);
  await sql`update channels set url = ${url}, is_slow = false where id = ${id}`;
  await sql`
    insert into deliveries (id, channel_id, user_id, event, fact, at, made_at, next_try_at)
    select gen_random_uuid(), ${id}, ${userId}, 'test', '{}', ${clock.now()}, ${clock.now()}, ${clock.now()} from generate_series(1, ${count}::int)`;
}

onOneDatabase(REASON)(
  'two processes that write findings at once write each finding once, as one process does',
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
    // Both have read the days to be judged when the plant is unlocked.
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

onOneDatabase(REASON)(
  'of two users who save one layout at the same moment on two servers one succeeds, the other learns by whom it was changed, and nothing is lost',
  async () => {
    // Separate servers use the system time.
    clock.set(new Date().toISOString());
    const { companyId } = await makeUser(sql);
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'BDM-800' });
    const servers = [0, 1].map(() => startServer({ DATABASE_URL: databaseUrl }));
    const editors = await Promise.all(
      servers.map(async ({ ready }, n) => {
        const { id, email } = await makeUser(sql, { companyId });
        return { email, url: await ready, token: await signedIn(id), input: n + 1 };
      }),
    );
    type Editor = (typeof editors)[number];
    async function ask<P extends Path>({ url, token }: Editor, path: P, body: Request<P>) {
      const answer = await fetch(`${url}/v2/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Envelope<Response<P>>;
    }
    const look = async (editor: Editor) => (await ask(editor, 'site/layoutInfo', { sid })).data;
    const roof = {
      x: 0,
      y: 0,
      rotation: 0,
      tilt: 30,
      azimuth: 180,
      orientation: 'portrait',
      rows: 1,
      columns: 1,
    } as const;
    const zoneOf = ({ email, input }: Editor): LayoutZone => ({
      id: input,
      name: email,
      ...roof,
      x: input * 10,
      modules: [{ sn, input, row: 1, column: 1 }],
    });
    const save = (editor: Editor, version: number, zones = [zoneOf(editor)]) =>
      ask(editor, 'site/updateLayoutInfo', { sid, version, zones });
    const both = (version: number) => Promise.all(editors.map((editor) => save(editor, version)));

    for (let version = 0; version < 6; version++) {
      let saved: ReturnType<typeof both> | undefined;
      await sql.begin(async (tx) => {
        await tx`select from sites where sid = ${sid} for no key update`;
        saved = both(version);
        // Both calls are running on their servers when the plant is unlocked.
        await expect
          .poll(async () => {
            const rows = await sql`
              select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update of s%'`;
            return rows.length;
          })
          .toBe(2);
      });
      const answers = await saved!;
      expect(answers.map(({ code }) => code).toSorted()).toEqual([ERROR_CODES.layoutHasChanged, 200]);
      const taken = editors[answers.findIndex(({ code }) => code === 200)]!;
      expect(answers.find(({ code }) => code !== 200)!.msg).toContain(taken.email);
      for (const editor of editors)
        expect(await look(editor)).toMatchObject({
          version: version + 1,
          changedBy: taken.email,
          zones: [zoneOf(taken)],
        });
    }
    const lines = await sql`select from audit_log where object = ${sid} and action = 'site/updateLayoutInfo'`;
    expect(lines).toHaveLength(6);
    // The refused user reloads the layout and adds their own part.
    const { version, zones, changedBy } = await look(editors[0]!);
    const refusedEditor = editors.find(({ email }) => email !== changedBy)!;
    expect(await save(refusedEditor, version, [...zones, zoneOf(refusedEditor)])).toMatchObject({ code: 200 });
    const after = (await look(editors[0]!)).zones;
    expect(after.map(({ name }) => name).toSorted()).toEqual(editors.map(({ email }) => email).toSorted());
    expect(after.flatMap(({ modules }) => modules)).toHaveLength(2);
  },
);
