// sign-in/passkey: opens a session without a password; a passkey counts as both factors: possession, and knowledge or biometrics.
import { ApiError } from '@heliograph/contract/errors.ts';
import { checkPasskey } from '../../accounts/secondFactors/passkeys.ts';
import { openSession, readAccount } from '../../accounts/sessions/openSession.ts';
import { countAddress } from '../../accounts/sessions/signInLimits.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import type { Handler } from '../../platform/handler.ts';

export const signInPasskey: Handler<'sign-in/passkey'> = async ({ passkey }, caller) => {
  const { context, sql, address, portal, at, noteAudit } = caller;
  await countAddress(context, address);
  const brand = await brandOfRequest(sql, context.config, portal);
  const { userId, counter } = await checkPasskey(sql, brand, { passkey, at });
  noteAudit({ userId });
  const account = await readAccount(sql, sql`u.id = ${userId}`, { address, at });
  if (!account) throw new ApiError('wrongPasskey');
  if (account.frozenAt) throw new ApiError('accountFrozen');
  if (account.hasOwnSignIn) throw new ApiError('otherSignIn');
  return await openSession(caller, account, {
    otherwise: 'wrongPasskey',
    show: async (tx) => {
      const { count } = await tx`
        update passkeys set counter = ${counter}, last_used_at = ${at} where id = ${passkey.id} and user_id = ${userId}`;
      // Removed meanwhile.
      if (count !== 1) throw new ApiError('wrongPasskey');
      return 'passkey';
    },
  });
};
