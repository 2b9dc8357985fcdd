// Status of a site from its devices: alert if one is, online if any is, offline if all that ever reported are silent.
import { type SiteStatus, STATUS, statusName } from '@heliograph/contract/statuses.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { restate } from './siteTotals.ts';

const { sql } = await reportServer();

test.each<[devices: SiteStatus[], status: SiteStatus, reporting: number, bits: number]>([
  [[], 'uncommissioned', 0, 0],
  [['uncommissioned'], 'uncommissioned', 0, 0],
  [['offline', 'uncommissioned'], 'offline', 0, 0],
  [['offline', 'online'], 'online', 1, 0],
  [['online', 'alert', 'offline'], 'alert', 2, 1],
])('%j gives %s', async (devices, status, reporting, bits) => {
  const sid = await makeSite(sql);
  for (const device of devices) {
    const { sn } = await makeDevice(sql, { sid });
    // The last error bits of a silent device do not count.
    await sql`
      update device_live set version = version + 1, status = ${STATUS[device]}, status_bits = ${device === 'alert' ? 1 : device === 'offline' ? 2 : 0}
      where sid = ${sid} and sn = ${sn}`;
  }
  await sql.begin(async (tx) => await restate(tx, [sid], new Date()));
  const [live] = await sql<
    { status: number }[]
  >`select status, status_bits, devices, reporting from site_live where sid = ${sid}`;
  expect({ ...live, status: statusName(live!.status) }).toEqual({
    status,
    statusBits: bits,
    devices: devices.length,
    reporting,
  });
});
