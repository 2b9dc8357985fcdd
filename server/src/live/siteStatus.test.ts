// Filtering by a status finds exactly the rows that are displayed with it.
import { STATUS } from '@heliograph/contract/statuses.ts';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { makeDevice } from '../../test/factories.ts';
import { deviceStatus, hasSiteStatus, isOfflineDevice, siteStatus } from './siteStatus.ts';

const { sql, drop } = await freshDatabase('seeded');
afterAll(drop);

const at = new Date('2026-06-15T12:00:00Z');
const statuses = Object.values(STATUS);
/** Commissioning days of the plants, each with a device per status: yesterday, today, tomorrow and none. */
const commissionings = ['2026-06-14', '2026-06-15', '2026-06-16', null];
for (const commissionedOn of commissionings) {
  for (const status of statuses) {
    const { sid, sn } = await makeDevice(sql);
    await sql`update sites set commissioned_on = ${commissionedOn} where sid = ${sid}`;
    await sql`update device_live set status = ${status} where sid = ${sid} and sn = ${sn}`;
  }
}
const plants = commissionings.length * statuses.length;

test('finds a device as offline exactly if it is displayed as offline', async () => {
  const rows = await sql<{ status: number; shown: number; isOffline: boolean }[]>`
    select l.status, ${deviceStatus(sql, at)} as shown, ${isOfflineDevice(sql, at)} as is_offline
    from devices d join device_live l using (sid, sn) join sites s using (sid)`;
  expect(rows).toHaveLength(plants);
  for (const { shown, isOffline } of rows) expect(isOffline).toBe(shown === STATUS.offline);
  expect(new Set(rows.map(({ isOffline }) => isOffline)).size).toBe(2);
});

test('finds a plant by exactly the status with which it is displayed', async () => {
  for (const status of statuses) {
    const rows = await sql<{ shown: number; has: boolean }[]>`
      select ${siteStatus(sql, at)} as shown, coalesce(${hasSiteStatus(sql, status, at)}, false) as has
      from sites s cross join (select unnest(${[...statuses, null]}::smallint[]) as status) l`;
    expect(rows).toHaveLength(plants * (statuses.length + 1));
    for (const { shown, has } of rows) expect(has).toBe(shown === status);
  }
});
