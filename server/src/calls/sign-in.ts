// sign-in: opens a session by password, and by code if the account requires one, or returns that of an API token; does not
// reveal whether an account exists.
import type { Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { mailSignInChanged } from '../accounts/accountMails.ts';
import { rehashIfOutdated, verifyPassword } from '../accounts/passwords/passwords.ts';
import { consumeCode, endLostFactors } from '../accounts/secondFactors/secondFactors.ts';
import { type Account, openSession, readAccount } from '../accounts/sessions/openSession.ts';
import {
  clearFailures,
  clearSecondStep,
  countAccount,
  countAddress,
  countGuess,
  countSecondStep,
  forgiveGuess,
} from '../accounts/sessions/signInLimits.ts';
import { signInWithToken } from '../accounts/sessions/tokenSignIn.ts';
import type { PublicCaller } from '../context.ts';
import type { Handler } from '../platform/handler.ts';

export const signIn: Handler<'sign-in'> = async ({ account, password, code }, caller) => {
  const { context, sql, address, at, noteAudit } = caller;
  const email = account.toLowerCase();
  await countAddress(context, address);
  // Not counted with the account: a token cannot be guessed, and must not reset the tries of its password.
  const byToken = await signInWithToken(caller, email, password);
  if (byToken) return byToken;
  const user = await readAccount(sql, sql`u.email = ${email}`, { address, at });
  if (user) noteAudit({ userId: user.id });
  const guess = { email, address, isKnown: user?.isKnownThere ?? false };
  await countAccount(context, guess);
  const needsProof = await countGuess(context, guess);
  const attempt = { user, email, password, code, needsProof };
  if (!needsProof) return await enter(caller, attempt);
  // The response is the same whether the account exists and whatever was wrong.
  if (code === undefined) throw new ApiError('proofNeeded');
  return await enter(caller, attempt).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError('proofNeeded') : error;
  });
};

interface Attempt {
  user: Account | undefined;
  email: string;
  password: string;
  code: string | undefined;
  /** The password alone does not suffice. */
  needsProof: boolean;
}

async function enter(
  caller: PublicCaller,
  { user, email, password, code, needsProof }: Attempt,
): Promise<Response<'sign-in'>> {
  const { context, sql, address, at } = caller;
  const isRight = await verifyPassword(user?.passwordHash, password, address);
  if (!user || !isRight) throw new ApiError('wrongCredentials');
  if (needsProof && !user.hasCodes) throw new ApiError('proofNeeded');
  // Revealed only to users who know the password.
  if (user.frozenAt) throw new ApiError('accountFrozen');
  if (user.hasOwnSignIn) throw new ApiError('otherSignIn');
  await clearFailures(context, email, address);
  await forgiveGuess(context, { email, address, isKnown: user.isKnownThere });
  user.passwordHash = await rehashIfOutdated(sql, user, password);
  if (!user.hasCodes) return await openSession(caller, user, { show: async () => null, otherwise: 'wrongCredentials' });
  if (code === undefined && user.losesFactors)
    return await openSession(caller, user, {
      show: async (tx) => {
        await endLostFactors(tx, { userId: user.id, at });
        await mailSignInChanged(tx, context.config, { ...caller, email, what: 'codesOff' });
        return null;
      },
      otherwise: 'wrongCredentials',
    });
  if (code === undefined) throw new ApiError('secondFactorNeeded');
  await countSecondStep(context, { userId: user.id, address, isKnown: user.isKnownThere });
  const response = await openSession(caller, user, {
    show: async (tx) => {
      const usedFactor = await consumeCode(tx, context.config, { userId: user.id, at, code });
      if (usedFactor === 'recovery')
        await mailSignInChanged(tx, context.config, { ...caller, email, what: 'recoveryUsed' });
      return usedFactor;
    },
    otherwise: 'wrongCredentials',
  });
  await clearSecondStep(context, { userId: user.id, address });
  return response;
}
