// site/createFast: creates a plant, with its devices if serial numbers are given: all or nothing.
import { randomInt } from 'node:crypto';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { audienceOf } from '../../access/accessIndex.ts';
import { claimDevices } from '../../claiming/claimDevices.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { checkLocation, installerColumns, installerOf, siteColumns } from '../../plants/saveSite.ts';
import { inviteOwner } from '../../plants/sharing/invitationMail.ts';
import { guestColumns, lockAddresses, ownerColumns } from '../../plants/sharing/invitations.ts';
import { offerService } from '../../plants/transfer/offerService.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { beginChange } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const siteCreateFast: Handler<'site/createFast'> = async (request, caller) => {
  const { context, sql, session, at } = caller;
  const devices: DeviceToAdd[] = request.sn;
  if (devices.length > 0) await countAttempt(context, 'claims', session.userId, devices.length);
  checkLocation(request);
  // Users without a branch can create plants for themselves only, and offer their service to an installer.
  const isOwn = session.scope === 'own';
  const ownerEmail = request.userEmail || (isOwn ? session.email : '');
  // All at once, in one order: two plants that name each other's people would wait for each other.
  await lockAddresses(sql, [ownerEmail, ...request.shareWith]);
  const installer =
    isOwn || request.installerEmail === '' ? null : await installerOf(sql, session, request.installerEmail);

  // The user who creates the plant must be able to access it, and so must the company that services it.
  const companyId = installer?.companyId ?? session.companyId;
  const owner = await ownerColumns(sql, ownerEmail, companyId);
  if (isOwn && owner.owner_id !== session.userId) throw new ApiError('forbidden');
  const guests = await guestColumns(sql, request.shareWith, companyId);
  const service = isOwn
    ? await installerColumns(sql, session, { ownerId: owner.owner_id, companyId }, request.installerEmail)
    : { installer_id: installer?.id ?? null };
  const seen_by = await audienceOf(sql, {
    companyId,
    ownerId: owner.owner_id,
    installerId: service.installer_id,
    sharedWith: guests.shared_with,
  });
  const sid = newSid(request.countryCode, localDay(at.getTime(), request.timezone));
  await sql`
    insert into sites ${sql({
      ...siteColumns(request),
      ...owner,
      owner_named_at: request.userEmail === '' ? null : at,
      ...guests,
      ...service,
      sid,
      seen_by,
      company_id: companyId,
      created_by: session.userId,
      created_at: at,
    })}`;
  await beginChange(sql, sid);
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price, own_use_share)
    values (${sid}, '2000-01-01', ${request.electricityPrice}, ${request.feedInPrice}, ${request.ownUseShare})`;
  await inviteOwner(caller, { sid, plant: request.siteName, email: owner.invited_owner });
  if (isOwn && request.installerEmail !== '')
    await offerService(caller, {
      sid,
      plant: request.siteName,
      timezone: request.timezone,
      to: request.installerEmail,
    });
  await sql`insert into site_live (sid, seen_by) values (${sid}, ${seen_by})`;

  const sn = devices.map((device) => device.sn);
  const credentials = sn.length > 0 ? await claimDevices(caller, sid, devices) : [];
  caller.noteAudit({ after: { siteName: request.siteName, sn } });
  if (sn.length > 0) await enqueueReplay(sql, sid, sn, at);
  return { sid, sn, credentials };
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new ID such as `DE_20261121_k7Qm4xW2`: country, day, and eight random characters that cannot be guessed. */
function newSid(countryCode: string, day: string): string {
  const random = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${countryCode}_${day.replaceAll('-', '')}_${random}`;
}
