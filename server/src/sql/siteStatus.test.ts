// What a list calls offline is what it finds among those that are offline.
import { STATUS } from '@heliograph/contract/statuses.ts';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { makeDevice } from '../../test/factories.ts';
import { deviceStatus, isOfflineDevice } from './siteStatus.ts';

const { sql, drop } = await freshDatabase('seeded');

test('a device is found as offline where it is shown as offline, and nowhere else', async () => {
  const at = new Date('2026-06-15T12:00:00Z');
  for (const commissionedOn of ['2026-06-14', '2026-06-15', '2026-06-16', null]) {
    for (const status of Object.values(STATUS)) {
      const { sid, sn } = await makeDevice(sql);
      await sql`update sites set commissioned_on = ${commissionedOn} where sid = ${sid}`;
      await sql`update device_live set status = ${status} where sid = ${sid} and sn = ${sn}`;
    }
  }
  const rows = await sql<{ status: number; shown: number; isOffline: boolean }[]>`
    select l.status, ${deviceStatus(sql, at)} as shown, ${isOfflineDevice(sql, at)} as is_offline
    from devices d join device_live l using (sid, sn) join sites s using (sid)`;
  expect(rows).toHaveLength(4 * Object.values(STATUS).length);
  for (const { shown, isOffline } of rows) expect(isOffline).toBe(shown === STATUS.offline);
  expect(new Set(rows.map(({ isOffline }) => isOffline)).size).toBe(2);
  await drop();
});
