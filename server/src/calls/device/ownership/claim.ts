// device/ownership/claim: claims a device that the plant cannot add, with proof, for an administrator to decide.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { editableSites } from '../../../access/accessibleSites.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { checkOpenClaims, type Proof, storeClaim } from '../../../claiming/ownership/ownershipClaims.ts';
import type { Session } from '../../../context.ts';
import { proofOf } from '../../../documents/proofFile.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { setRlsNumbers } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

export const deviceOwnershipClaim: Handler<'device/ownership/claim'> = async (request, caller) => {
  const { sid, sn, kind, reason, proof, proof2, proof3 } = request;
  const { context, session, at, read, finish, noteAudit } = caller;
  // Checked before the files are read, which is expensive.
  await read(async (sql) => {
    const { changeable } = await accessibleSite({ sql, session, at }, sid);
    if (!changeable) throw new ApiError('siteReadOnly');
    await refuseOwn(sql, session, { sid, sn });
    await checkOpenClaims(sql, { sid, sn });
  });
  await countAttempt(context, 'ownershipClaims', session.userId);
  const proofs: Proof[] = [];
  for (const file of [proof, proof2, proof3]) if (file) proofs.push(await proofOf(caller, file));
  return await finish(async (sql) => {
    await lockEditableSite(sql, session, sid);
    const id = randomUUID();
    await storeClaim(sql, session, { sid, id, sn, kind, reason, at }, proofs);
    noteAudit({
      after: { id, sn, kind, reason, proofs: proofs.map(({ type, bytes }) => ({ type, bytes: bytes.length })) },
    });
    return { id };
  });
};

/** Refuses a device that is already in a plant of the session, unless it is in this plant and has withheld reports. */
async function refuseOwn(sql: Transaction, session: Session, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  const [own] = await sql<{ sid: string }[]>`
    select d.sid from devices d join sites s using (sid)
    where d.sn = ${sn} and d.removed_at is null and ${editableSites(sql, session)} limit 1`;
  if (!own) return;
  setRlsNumbers(sql, [sn]);
  const [withheld] = await sql`select from raw_reports where sn = ${sn} and reason = 'unconfirmed' limit 1`;
  if (own.sid !== sid || !withheld) throw new ApiError('serialNumberTaken', { sn });
}
