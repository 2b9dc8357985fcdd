// sign-in/company: opens a session in a company after sign-in at its provider, once the user has agreed to the terms and entered a code of the account if required.
import { ApiError } from '@heliograph/contract/errors.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { mailSignInChanged } from '../../accounts/accountMails.ts';
import { openProvider, verifyIdentity } from '../../accounts/openid/provider.ts';
import { type CompanySignIn, signInOf } from '../../accounts/openid/settings.ts';
import { accountOf, consumeVisit, endVisit, pendingVisit, storePendingUser } from '../../accounts/openid/visit.ts';
import { consumeCode } from '../../accounts/secondFactors/secondFactors.ts';
import { type Account, openSession, readAccount } from '../../accounts/sessions/openSession.ts';
import { clearSecondStep, countAddress, countSecondStep } from '../../accounts/sessions/signInLimits.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import type { PublicCaller } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';

export const signInCompany: Handler<'sign-in/company'> = async ({ state, ...request }, caller) => {
  const { context, sql, address, at, browser, language, noteAudit } = caller;
  await countAddress(context, address);
  const visitKey = { state, mark: browser.read(), at };
  const { secondStep, agreedTo, ...providerAnswer } = request;
  // The provider answered in an earlier request.
  const providerHasAnswered =
    providerAnswer.code === undefined && providerAnswer.error === undefined && providerAnswer.iss === undefined;
  if (secondStep !== undefined || (agreedTo !== undefined && providerHasAnswered)) {
    const { userId, companyId, redirect, shownSecondStep } = await pendingVisit(sql, visitKey);
    noteAudit({ userId });
    const setting = await settingOf(caller, companyId);
    const account = await accountIn(caller, setting, userId);
    const agrees = await checkConsent(caller, userId, agreedTo);
    if (agrees) noteAudit({ after: { companyId, agreedTo: TERMS_VERSION } });
    const hasStep = countsStep(setting, shownSecondStep);
    const entry = { state, account, setting, agrees, hasStep };
    if (secondStep === undefined) {
      if (asksForCode(account, hasStep)) throw new ApiError('secondFactorNeeded');
      return { ...(await enter(caller, entry)), redirect };
    }
    await countSecondStep(context, { userId, address, isKnown: account.isKnownThere });
    const opened = await enter(caller, { ...entry, code: secondStep });
    await clearSecondStep(context, { userId, address });
    return { ...opened, redirect };
  }
  const visit = await consumeVisit(sql, visitKey);
  const setting = await settingOf(caller, visit.companyId);
  // The settings changed meanwhile to another provider.
  if (setting.issuer !== visit.issuer || setting.clientId !== visit.clientId) throw new ApiError('companySignInOver');
  const provider = await openProvider(context, setting);
  const brand = await brandOfRequest(sql, context.config, caller.portal);
  const identity = await verifyIdentity(context, brand, provider, {
    state,
    nonce: visit.nonce,
    verifier: visit.verifier,
    ...providerAnswer,
  });
  const { userId, isNew } = await accountOf(sql, setting, identity, { at, language });
  const signedIn = { companyId: setting.companyId, ...(isNew ? { isNew } : {}) };
  noteAudit({ userId, after: signedIn });
  const account = await accountIn(caller, setting, userId);
  // Stores the identity, so that further steps do not need the provider's answer again.
  await storePendingUser(sql, state, { userId, shownSecondStep: identity.hasSecondStep });
  const hasStep = countsStep(setting, identity.hasSecondStep);
  const agrees = await checkConsent(caller, userId, agreedTo);
  if (agrees) noteAudit({ after: { ...signedIn, agreedTo: TERMS_VERSION } });
  if (asksForCode(account, hasStep)) throw new ApiError('secondFactorNeeded');
  return { ...(await enter(caller, { state, account, setting, agrees, hasStep })), redirect: visit.redirect };
};

/** Returns whether the user agrees to the terms now, at the first sign-in of an account created by a company. Users who registered agreed then. */
async function checkConsent({ sql }: PublicCaller, userId: number, agreedTo: string | undefined): Promise<boolean> {
  const [before] = await sql`select from consents where user_id = ${userId} limit 1`;
  if (before) return false;
  if (agreedTo === undefined) throw new ApiError('termsNeeded');
  if (agreedTo !== TERMS_VERSION) throw new ApiError('termsHaveChanged');
  return true;
}

/** Reads the current setting: it may have been removed while the browser was at the provider. */
async function settingOf({ sql, context }: PublicCaller, companyId: number): Promise<CompanySignIn> {
  const setting = await signInOf(sql, context.config, { companyId });
  if (!setting) throw new ApiError('noCompanySignIn');
  return setting;
}

async function accountIn({ sql, address, at }: PublicCaller, { companyId }: CompanySignIn, userId: number) {
  const account = await readAccount(sql, sql`u.id = ${userId} and m.company_id = ${companyId}`, { address, at });
  if (!account) throw new ApiError('notOfCompany');
  if (account.frozenAt) throw new ApiError('accountFrozen');
  return account;
}

/** Whether the provider required a second step: its company declared that it always does, or the provider reported it for this sign-in. */
const countsStep = ({ hasSecondStep, tellsSecondStep }: CompanySignIn, isReported: boolean): boolean =>
  hasSecondStep && (isReported || !tellsSecondStep);

/** Administrators always need a code: no company's setting can waive it. */
const asksForCode = ({ hasCodes, isAdministrator }: Account, hasStep: boolean): boolean =>
  hasCodes && (isAdministrator || !hasStep);

interface Entry {
  state: string;
  account: Account;
  setting: CompanySignIn;
  /** Agrees to the current terms for the first time. */
  agrees: boolean;
  /** The provider required a second step. */
  hasStep: boolean;
  code?: string;
}

async function enter(caller: PublicCaller, { state, account, setting, agrees, hasStep, code }: Entry) {
  const { context, at } = caller;
  return await openSession(caller, account, {
    otherwise: 'companySignInOver',
    signedInBy: setting.companyId,
    show: async (tx) => {
      await endVisit(tx, state);
      if (agrees)
        await tx`
          insert into consents (user_id, version, agreed_at) values (${account.id}, ${TERMS_VERSION}, ${at}) on conflict do nothing`;
      if (code === undefined) return hasStep ? 'provider' : null;
      const usedFactor = await consumeCode(tx, context.config, { userId: account.id, at, code });
      const notice = { ...caller, email: account.email, what: 'recoveryUsed' as const };
      if (usedFactor === 'recovery') await mailSignInChanged(tx, context.config, notice);
      return usedFactor;
    },
  });
}
