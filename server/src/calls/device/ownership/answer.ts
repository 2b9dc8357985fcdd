// device/ownership/answer: answers a claim for a device of the plant, for the administrator who decides.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { contestedNumbers, storeAnswer } from '../../../claiming/ownership/contestedNumbers.ts';
import type { Proof } from '../../../claiming/ownership/ownershipClaims.ts';
import { proofOf } from '../../../documents/proofFile.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

export const deviceOwnershipAnswer: Handler<'device/ownership/answer'> = async (request, caller) => {
  const { sid, id, answer, text, proof, proof2, proof3 } = request;
  const { context, session, at, read, finish, noteAudit } = caller;
  // Checked before the files are read, which is expensive.
  await read(async (sql) => {
    const { changeable } = await accessibleSite({ sql, session, at }, sid);
    if (!changeable) throw new ApiError('siteReadOnly');
    await contestedNumber(sql, id);
  });
  await countAttempt(context, 'ownershipAnswers', session.userId);
  const proofs: Proof[] = [];
  for (const file of [proof, proof2, proof3]) if (file) proofs.push(await proofOf(caller, file));
  return await finish(async (sql) => {
    await lockEditableSite(sql, session, sid);
    const sn = await contestedNumber(sql, id);
    await storeAnswer(sql, { sid, id, agrees: answer === 'theirs', text, at, userId: session.userId }, proofs);
    const files = proofs.map(({ type, bytes }) => ({ type, bytes: bytes.length }));
    noteAudit({ after: { id, sn, answer, text, proofs: files } });
    return {};
  });
};

/** Returns the claimed number; the plant is that of the transaction. */
async function contestedNumber(sql: Transaction, id: string): Promise<string> {
  const claim = (await contestedNumbers(sql)).find((each) => each.id === id);
  if (!claim) throw new ApiError('ownershipClaimNotFound');
  return claim.sn;
}
