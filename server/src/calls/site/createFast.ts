// site/createFast: makes a plant, with its devices when serial numbers are given: all of it or nothing.
import { randomInt } from 'node:crypto';
import type { DeviceToAdd } from '@heliograph/contract/calls/site.ts';
import type { Handler } from '../../http/handler.ts';
import { countTry } from '../../limits.ts';
import { localDay } from '../../rules/localDays.ts';
import { claimDevices } from '../../sql/claimDevices.ts';
import { accountId, audit, checkPlace, installerOf, shareWith, siteColumns } from '../../sql/siteChanges.ts';
import { askKept } from '../../telemetry/takeReports.ts';

export const siteCreateFast: Handler<'site/createFast'> = async (request, caller) => {
  const { context, sql, session, at } = caller;
  const devices: DeviceToAdd[] = request.sn;
  if (devices.length > 0) await countTry(context, 'claims', session.userId, devices.length);
  checkPlace(request);
  const installer = request.installerEmail === '' ? null : await installerOf(sql, session, request.installerEmail);

  const sid = newSid(request.countryCode, localDay(at.getTime(), request.timezone));
  await sql`
    insert into sites ${sql({
      ...siteColumns(request),
      sid,
      // Who makes the plant must see it, and so must the company that works on it.
      company_id: installer?.companyId ?? session.companyId,
      owner_id: request.userEmail === '' ? null : await accountId(sql, request.userEmail),
      installer_id: installer?.id ?? null,
      created_by: session.userId,
      created_at: at,
    })}`;
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price)
    values (${sid}, '2000-01-01', ${request.electricityPrice}, ${request.feedInPrice})`;
  await sql`insert into site_live (sid) values (${sid})`;
  await shareWith(sql, sid, request.shareWith);

  const sn = devices.map((device) => device.sn);
  if (sn.length > 0) await claimDevices(sql, { sid, userId: session.userId, at }, devices);
  await audit(sql, caller, 'site.create', sid, { after: { siteName: request.siteName, sn } });
  if (sn.length > 0) await askKept(sql, sid, sn, at);
  return { sid, sn };
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `DE_20261121_k7Qm4xW2`: country, day, eight letters and digits that nobody can guess. */
function newSid(countryCode: string, day: string): string {
  const random = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${countryCode}_${day.replaceAll('-', '')}_${random}`;
}
