// site/delete: deletes a plant and frees its serial numbers at once; its history is removed by a job. It cannot be undone.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../http/handler.ts';
import { freeNumbers } from '../../sql/claimDevices.ts';
import { audit } from '../../sql/siteChanges.ts';
import { askJob } from '../../sql/siteJobs.ts';
import { visibleSites } from '../../sql/visibleSites.ts';

export const siteDelete: Handler<'site/delete'> = async ({ sid }, caller) => {
  const { sql, session, at } = caller;
  // Not a full lock yet: reports that are being taken still need the site.
  const [site] = await sql<{ name: string; companyId: number }[]>`
    select s.name, s.company_id from sites s where s.sid = ${sid} and ${visibleSites(sql, session)} for no key update of s`;
  if (!site) throw new Refusal('noSuchSite');
  const numbers = await sql<{ sn: string }[]>`select sn from serial_numbers where sid = ${sid} order by sn for update`;
  // Reports that are being taken finish first; later ones find no device.
  await sql`select sn from device_live where sid = ${sid} order by sn for update`;
  const sns = numbers.map(({ sn }) => sn);
  await freeNumbers(sql, sid, sns);
  // Devices, their live rows, prices and shares go with it.
  await sql`delete from sites where sid = ${sid}`;
  // What else was under way for it ends by itself: nobody holds it any more.
  await sql`delete from site_jobs where sid = ${sid}`;
  await askJob(sql, sid, 'removeHistory', at);
  await audit(sql, caller, 'site.delete', sid, { before: { ...site, sn: sns } });
  return {};
};
