// battery/hx/params/ownerAccess: sets whether the owner of a plant may set mode and reserve of its batteries.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../../access/lockSite.ts';
import { mayRestrict } from '../../../../commands/batteryRights.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const batteryHxParamsOwnerAccess: Handler<'battery/hx/params/ownerAccess'> = async (
  { sid, isAllowed },
  { sql, session, at, noteAudit },
) => {
  await lockEditableSite(sql, session, sid);
  if (!mayRestrict(session)) throw new ApiError('serviceCompanyRestricts');
  const [before] = await sql<{ offAt: Date | null }[]>`
    select s.battery_owner_off_at as off_at from sites s where s.sid = ${sid}`;
  const wasAllowed = before!.offAt === null;
  if (wasAllowed !== isAllowed)
    await sql`
      update sites set battery_owner_off_at = ${isAllowed ? null : at}, battery_owner_off_by = ${isAllowed ? null : session.userId}
      where sid = ${sid}`;
  noteAudit({ before: { ownerSetsBatteries: wasAllowed }, after: { ownerSetsBatteries: isAllowed } });
  return { isAllowed };
};
