// site/endCare: the owner alone ends the care of a plant; who looked after it learns so, and sees it no more.
import { Refusal } from '@heliograph/contract/errors.ts';
import { lockPlants } from '../../access/accessIndex.ts';
import { changeableSite } from '../../access/lockSite.ts';
import { tellCareEnded } from '../../plants/transfer/installerAccessMail.ts';
import { mayEndCare, namedOwner } from '../../plants/transfer/listOffers.ts';
import { careOf } from '../../plants/transfer/serviceAssignment.ts';
import { endCare } from '../../plants/transfer/unassignInstaller.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteEndCare: Handler<'site/endCare'> = async ({ sid }, caller) => {
  const { sql, session, at } = caller;
  const { name, sharedWith } = await changeableSite(sql, session, sid);
  const owner = await namedOwner(sql, sid);
  if (!mayEndCare(session, owner)) throw new Refusal('ownerEndsCare');
  const care = await careOf(sql, sid);
  if (!care) throw new Refusal('nobodyCares');
  await tellCareEnded(caller, { sid, plant: name, owner: owner.email, care });
  const { companyId, companyName, installerId, installerEmail } = care;
  const owned = { sid, ownerId: owner.ownerId!, ownerEmail: owner.email, sharedWith, installerId };
  await lockPlants(sql, [sid]);
  await endCare(sql, [owned], { companyId, at });
  caller.noteAudit({ before: { companyName, installerEmail }, after: { companyName: '', installerEmail: '' } });
  return {};
};
