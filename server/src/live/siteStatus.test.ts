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
/** Whether the plant's history is being imported, and when its device was registered. */
const states = [
  { isImporting: false, createdAt: '2026-06-13T08:00:00Z' },
  { isImporting: false, createdAt: '2026-06-15T08:00:00Z' },
  { isImporting: true, createdAt: '2026-06-13T08:00:00Z' },
];
for (const commissionedOn of commissionings) {
  for (const { isImporting, createdAt } of states) {
    for (const status of statuses) {
      const { sid, sn } = await makeDevice(sql);
      await sql`update sites set commissioned_on = ${commissionedOn}, is_importing = ${isImporting} where sid = ${sid}`;
      await sql`update devices set created_at = ${createdAt} where sid = ${sid} and sn = ${sn}`;
      await sql`update device_live set status = ${status} where sid = ${sid} and sn = ${sn}`;
    }
  }
}
const plants = commissionings.length * states.length * statuses.length;

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

test('shows a device that has never reported as offline from a day after it was registered and its plant commissioned', async () => {
  const { sid, sn } = await makeDevice(sql);
  const shownAt = async (registered: string, commissioned: string, seen: string) => {
    await sql`update sites set commissioned_on = ${commissioned} where sid = ${sid}`;
    await sql`update devices set created_at = ${registered} where sid = ${sid} and sn = ${sn}`;
    const [row] = await sql<[{ shown: number }]>`
      select ${deviceStatus(sql, new Date(seen))} as shown from devices d join device_live l using (sid, sn) join sites s using (sid)
      where d.sid = ${sid} and d.sn = ${sn}`;
    return row.shown;
  };
  expect(await shownAt('2026-06-14T11:59:00Z', '2026-06-01', '2026-06-15T12:00:00Z')).toBe(STATUS.offline);
  expect(await shownAt('2026-06-14T12:01:00Z', '2026-06-01', '2026-06-15T12:00:00Z')).toBe(STATUS.uncommissioned);
  expect(await shownAt('2026-06-01T08:00:00Z', '2026-06-15', '2026-06-15T12:00:00Z')).toBe(STATUS.uncommissioned);
  expect(await shownAt('2026-06-01T08:00:00Z', '2026-06-15', '2026-06-16T12:00:00Z')).toBe(STATUS.offline);
});
