// account/passkeys/begin: options from which a browser creates a passkey; requires the password, as the passkey will replace it at sign-in.
import { passkeyCreation } from '@heliograph/contract/entities/signIn.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_PASSKEYS } from '@heliograph/contract/limits.ts';
import { checkPassword } from '../../../accounts/passwords/reauthenticate.ts';
import {
  ALGORITHMS,
  newChallenge,
  PASSKEY_MINUTES,
  partyOf,
  webAuthn,
} from '../../../accounts/secondFactors/passkeys.ts';
import { brandOfRequest } from '../../../brands/brands.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountPasskeysBegin: Handler<'account/passkeys/begin'> = async ({ password }, caller) => {
  const { context, session, portal, at, finish } = caller;
  const { userId, email } = session;
  await checkPassword(caller, password);
  return await finish(async (sql) => {
    const passkeys = await sql<
      { id: string }[]
    >`select id from passkeys where user_id = ${userId} limit ${MAX_PASSKEYS}`;
    if (passkeys.length >= MAX_PASSKEYS) throw new ApiError('passkeysFull', { most: MAX_PASSKEYS });
    const brand = await brandOfRequest(sql, context.config, portal);
    const challenge = await asProcess(sql, () => newChallenge(sql, { userId, at }));
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpID: partyOf(brand).id,
      rpName: brand.name,
      userName: email,
      userDisplayName: email,
      // Lets an authenticator group the passkeys of one account without revealing whose it is.
      userID: new TextEncoder().encode(`user ${userId}`),
      challenge,
      timeout: PASSKEY_MINUTES * 60_000,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: passkeys.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: passkeyCreation.parse(options) };
  });
};
