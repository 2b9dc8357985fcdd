// The job that divides finished days among modules: months and lifetimes follow late reports, removed and restored history, and never contain a day twice.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { afterHours } from '../../../test/hourly.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { shareDays } from './shareDays.ts';

const { sql, ask, clock, context, signedIn } = await testServer();
const user = await makeUser(sql);

/** Reports hours of a device whose two modules produce in this proportion, together 100 Wh an hour. */
const report = (sn: string, hours: readonly number[], [one, two]: [number, number]) =>
  ingestReports(
    context,
    hours.map((hour) =>
      readingOfRow({
        gateway: 'GW',
        sn,
        at: new Date(afterHours(hour)),
        quantities: { powerW: 100, counterLifeWh: 1000 + 100 * hour, input1PowerW: one, input2PowerW: two },
      }),
    ),
  );
const hoursOf = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

async function plant() {
  clock.set(afterHours(80));
  const token = await signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const roof = async () =>
    (await ask('site/layoutInfo', { sid }, { token })).modules.map(({ monthKwh, lifetimeKwh }) => [
      monthKwh,
      lifetimeKwh,
    ]);
  const pages = async () =>
    await Promise.all(
      [1, 2].map(async (input) => {
        const { month, total } = await ask('device/modules/statistics/overview', { sn, input }, { token });
        return [month.energy, total!.energy];
      }),
    );
  const open = async () =>
    (await sql<{ day: string }[]>`select day from device_days where sid = ${sid} and input_shares is null order by day`)
      .map(({ day }) => day.slice(8))
      .join();
  return { sid, sn, token, roof, pages, open };
}
const UNKNOWN = [
  [null, null],
  [null, null],
];

test('divides a finished day once, and again after a late report', async () => {
  const { sn, roof, pages, open } = await plant();
  // Three days and the first hours of today; on the second day half of the hours are missing.
  await report(sn, hoursOf(0, 24), [75, 25]);
  await report(sn, hoursOf(24, 36), [50, 50]);
  await report(sn, hoursOf(48, 80), [50, 50]);
  expect(await open()).toBe('10,11,12,13');
  expect(await roof()).toEqual(UNKNOWN);
  const before = await pages();
  expect(await shareDays(context)).toBe(3);
  expect(await open()).toBe('13');
  expect(await roof()).toEqual(before);
  expect(await pages()).toEqual(before);
  expect(await shareDays(context)).toBe(0);

  await report(sn, hoursOf(36, 48), [100, 0]);
  expect(await open()).toContain('11');
  expect(await roof()).toEqual(UNKNOWN);
  const after = await pages();
  expect(after).not.toEqual(before);
  await shareDays(context);
  expect(await roof()).toEqual(after);
  expect(await pages()).toEqual(after);
});

test('follows history that is removed and restored', async () => {
  const { sid, sn, token, roof, pages } = await plant();
  await report(sn, hoursOf(0, 48), [75, 25]);
  await report(sn, hoursOf(48, 80), [50, 50]);
  await shareDays(context);
  const all = await pages();
  expect(await roof()).toEqual(all);
  const { id } = await ask(
    'device/deleteHistory',
    { sid, sn, start: '2026-06-11', end: '2026-06-11', reason: 'tried in the workshop' },
    { token },
  );
  await runSiteJobs(context);
  await shareDays(context);
  const fewer = await pages();
  expect(fewer[0]![1]).toBeLessThan(all[0]![1]! - 1);
  expect(await roof()).toEqual(fewer);
  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  await shareDays(context);
  expect(await roof()).toEqual(await pages());
  expect(await pages()).toEqual(all);
});

test('leaves a day that changes while it is divided for the next run', async () => {
  const { sid, sn, open } = await plant();
  await report(sn, hoursOf(0, 30), [75, 25]);
  const [stored] = await sql<{ samples: number }[]>`
    select samples from device_days where sid = ${sid} and day = '2026-06-10'`;
  // As a late report does between the read of the day and its write.
  const changing = { ...context, sql: changeBeforeWrite() };
  await shareDays(changing);
  expect(await open()).toContain('10');
  await sql`update device_days set samples = ${stored!.samples} where sid = ${sid} and day = '2026-06-10'`;
  await shareDays(context);
  expect(await open()).not.toContain('10');

  function changeBeforeWrite(): typeof sql {
    return new Proxy(sql, {
      get(target, name, receiver) {
        if (name !== 'begin') return Reflect.get(target, name, receiver);
        return async (work: (tx: Transaction) => unknown) => {
          await sql`update device_days set samples = samples + 1 where sid = ${sid} and day = '2026-06-10'`;
          return await target.begin(work);
        };
      },
    });
  }
});
