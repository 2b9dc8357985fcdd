// site/endCare: ends the service assignment of a plant, by its owner only; the installer is notified and loses access.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockPlants } from '../../access/accessIndex.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { sendAccessEndedMail } from '../../plants/transfer/installerAccessMail.ts';
import { canUnassignInstaller, namedOwner } from '../../plants/transfer/listOffers.ts';
import { serviceAssignmentOf } from '../../plants/transfer/serviceAssignment.ts';
import { unassignInstaller } from '../../plants/transfer/unassignInstaller.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteEndCare: Handler<'site/endCare'> = async ({ sid }, caller) => {
  const { sql, session, at } = caller;
  const { name, sharedWith } = await lockEditableSite(sql, session, sid);
  const owner = await namedOwner(sql, sid);
  if (!canUnassignInstaller(session, owner)) throw new ApiError('ownerUnassignsInstaller');
  const assignment = await serviceAssignmentOf(sql, sid);
  if (!assignment) throw new ApiError('noInstallerAssigned');
  await sendAccessEndedMail(caller, { sid, plant: name, owner: owner.email, care: assignment });
  const { companyId, companyName, installerId, installerEmail } = assignment;
  const owned = { sid, ownerId: owner.ownerId!, ownerEmail: owner.email, sharedWith, installerId };
  await lockPlants(sql, [sid]);
  await unassignInstaller(sql, [owned], { companyId, at });
  caller.noteAudit({ before: { companyName, installerEmail }, after: { companyName: '', installerEmail: '' } });
  return {};
};
