// sign-in/passkey/begin: challenge for sign-in with a passkey; the same for everybody, as the user is not known yet.
import { newChallenge, PASSKEY_MINUTES, partyOf } from '../../../accounts/secondFactors/passkeys.ts';
import { countAddress } from '../../../accounts/sessions/signInLimits.ts';
import { brandOfRequest } from '../../../brands/brands.ts';
import type { Handler } from '../../../platform/handler.ts';

export const signInPasskeyBegin: Handler<'sign-in/passkey/begin'> = async (_request, caller) => {
  const { context, sql, address, portal, at } = caller;
  await countAddress(context, address);
  const challenge = await newChallenge(sql, { userId: null, at });
  return {
    options: {
      challenge: Buffer.from(challenge).toString('base64url'),
      rpId: partyOf(await brandOfRequest(sql, context.config, portal)).id,
      timeout: PASSKEY_MINUTES * 60_000,
      userVerification: 'required' as const,
    },
  };
};
