// site/delete: deletes a plant with its history and frees its serial numbers. It cannot be undone.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../http/handler.ts';
import { freeNumbers } from '../../sql/claimDevices.ts';
import { visibleSites } from '../../sql/visibleSites.ts';
import { deleteSamples } from '../../telemetry/samples.ts';

export const siteDelete: Handler<'site/delete'> = async ({ sid }, caller) => {
  const { sql, session } = caller;
  // Not a full lock yet: reports that are being taken still need the site.
  const [site] = await sql<{ name: string; companyId: number }[]>`
    select s.name, s.company_id from sites s where s.sid = ${sid} and ${visibleSites(sql, session)} for no key update of s`;
  if (!site) throw new Refusal('noSuchSite');
  const numbers = await sql<{ sn: string }[]>`select sn from serial_numbers where sid = ${sid} order by sn for update`;
  // Reports that are being taken finish first; later ones find no device.
  await sql`select sn from device_live where sid = ${sid} order by sn for update`;
  const sns = numbers.map(({ sn }) => sn);
  await freeNumbers(sql, sid, sns);
  await deleteSamples(sql, sid);
  // Days, events, devices, prices and shares go with it.
  await sql`delete from sites where sid = ${sid}`;
  caller.noteAudit({ before: { ...site, sn: sns } });
  return {};
};
