// site/delete: deletes everything of the plant, frees its serial numbers, and keeps plants of others.
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillSiteTables } from '../../../test/everyTable.ts';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeSample, storedSamples } from '../../../test/readings.ts';
import { bdm400 } from '../../../test/reportServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfFile } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql);
const token = await server.signedIn(installer.id);

test('deletes the plant with its history and frees its numbers', async () => {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await fillSiteTables(sql, { sid, sn });
  const stays = await makeDevice(sql);
  await makeSample(sql, { ...stays, at: '2026-06-15T09:00:00Z', powerW: 10 });

  expect(await server.ask('site/delete', { sid }, { token })).toEqual({});
  // At once: it is invisible and its numbers are free.
  expect(await server.call('site/overview', { sid }, { token })).toMatchObject({ code: 1005 });
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: null }]);
  await runSiteJobs(server.context);
  const tables = await sql<{ name: string }[]>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sid'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped`;
  const remaining = [];
  for (const { name } of tables)
    if ((await sql`select from ${sql(name)} where sid = ${sid}`).length > 0) remaining.push(name);
  expect(remaining).toEqual([]);
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: null }]);
  expect(await storedSamples(sql, stays.sid)).toHaveLength(1);
  expect((await sql`select from audit_log where object = ${sid} and action = 'site/delete'`).length).toBe(1);
  expect(await server.call('site/detail', { sid }, { token })).toMatchObject({ code: 1005 });
});

test('reports the plant as missing to the second of two concurrent deletions', async () => {
  const { sid } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId }) });
  const responses = await Promise.all([1, 2].map(() => server.call('site/delete', { sid }, { token })));
  expect(responses.map(({ code }) => code).sort()).toEqual([1005, 200].sort());
});

test('refuses strangers and owners, and changes nothing', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: owner.id }) });
  expect(await server.call('site/delete', { sid }, { token })).toMatchObject({ status: 200, code: 1005 });
  expect(await server.call('site/delete', { sid }, { token: await server.signedIn(owner.id) })).toMatchObject({
    status: 403,
  });
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid }]);
});

test('answers every frame of a plant deleted while it reports, and its number starts anew elsewhere', async () => {
  for (let round = 0; round < 5; round++) {
    const sid = await makeSite(sql, { companyId: installer.companyId });
    const devices = [];
    for (let n = 0; n < 8; n++) devices.push(await makeDevice(sql, { sid }));
    const statuses: number[] = [];
    let isDeleted = false;
    const reporting = devices.map(async ({ sn }) => {
      for (let n = 1, after = 0; after < 3; n++) {
        if (isDeleted) after++;
        const payload = Buffer.from(bdm400(sn, { powerW: 100 + n, counterWh: n }));
        statuses.push((await server.app.inject({ method: 'POST', url: '/i.php', payload })).statusCode);
      }
    });
    const deleting = server.ask('site/delete', { sid }, { token }).then(() => {
      isDeleted = true;
    });
    await Promise.all([...reporting, deleting]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Claimed before the old rows are deleted.
    const { sn } = devices[0]!;
    const other = await makeSite(sql, { companyId: installer.companyId });
    await server.ask('site/updateFast', { sid: other, sn: [sn] }, { token });
    await runSiteJobs(server.context);
    const powerW = 77;
    await ingestReports(server.context, [
      readingOfFile({ sn, at: new Date('2026-06-15T09:59:00Z'), quantities: { powerW } }),
    ]);
    expect((await server.ask('site/overview', { sid: other }, { token })).deviceList).toMatchObject([{ sn }]);
    for (const table of ['device_days', 'site_days', 'events', 'hot_samples', 'sample_blocks', 'site_jobs'])
      expect((await sql`select from ${sql(table)} where sid = ${sid}`).length, table).toBe(0);
  }
});

test('deletes the history in small steps, and continues after being killed in between', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId }) });
  await sql`
    insert into hot_samples (sid, sn, at, body)
    select ${sid}, ${sn}, '2026-01-01'::timestamptz + n * interval '1 minute', '' from generate_series(1, 60000) n`;
  await sql`
    insert into device_days (sid, sn, day, source) select ${sid}, ${sn}, '1990-01-01'::date + n, 'counted' from generate_series(1, 12000) n`;
  await server.ask('site/delete', { sid }, { token });
  const remaining = async (): Promise<number> => {
    const [row] = await sql<{ rows: number }[]>`select count(*) as rows from hot_samples where sid = ${sid}`;
    return row!.rows;
  };
  expect(await remaining()).toBe(60_000);
  const child = fork(resolve(import.meta.dirname, '../../../test/runJobs.ts'), [server.databaseUrl]);
  const exited = new Promise((done) => child.once('exit', done));
  while ((await remaining()) === 60_000) await wait(2);
  child.kill('SIGKILL');
  await exited;
  await sql`update site_jobs set held_until = null`;
  await runSiteJobs(server.context);
  expect(await remaining()).toBe(0);
  expect(await sql`select from device_days where sid = ${sid}`).toHaveLength(0);
});
