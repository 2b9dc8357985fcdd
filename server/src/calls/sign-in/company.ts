// sign-in/company: opens a session in a company by the word of its provider, once its person has agreed to the terms and shown a code of the account where that is asked for.
import { Refusal } from '@heliograph/contract/errors.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { mailSignInChanged } from '../../accounts/accountMails.ts';
import { openProvider, verifyIdentity } from '../../accounts/openid/provider.ts';
import { type CompanySignIn, signInOf } from '../../accounts/openid/settings.ts';
import { accountOf, consumeVisit, endVisit, waitForPerson, waitingVisit } from '../../accounts/openid/visit.ts';
import { consumeCode } from '../../accounts/secondFactors/secondFactors.ts';
import { type Account, openSession, readAccount } from '../../accounts/sessions/openSession.ts';
import { clearSecondStep, countAddress, countSecondStep } from '../../accounts/sessions/signInLimits.ts';
import type { PublicCaller } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';

export const signInCompany: Handler<'sign-in/company'> = async ({ state, ...request }, caller) => {
  const { context, sql, address, at, browser, language, noteAudit } = caller;
  await countAddress(context, address);
  const back = { state, mark: browser.read(), at };
  const { secondStep, agreedTo, ...answer } = request;
  // The provider, before.
  const hasSpoken = answer.code === undefined && answer.error === undefined && answer.iss === undefined;
  if (secondStep !== undefined || (agreedTo !== undefined && hasSpoken)) {
    const { userId, companyId, redirect, shownSecondStep } = await waitingVisit(sql, back);
    noteAudit({ userId });
    const setting = await settingOf(caller, companyId);
    const account = await accountIn(caller, setting, userId);
    const agrees = await mustAgree(caller, userId, agreedTo);
    if (agrees) noteAudit({ after: { companyId, agreedTo: TERMS_VERSION } });
    const hasStep = countsStep(setting, shownSecondStep);
    const entering = { state, account, setting, agrees, hasStep };
    if (secondStep === undefined) {
      if (asksForCode(account, hasStep)) throw new Refusal('secondFactorNeeded');
      return { ...(await enter(caller, entering)), redirect };
    }
    await countSecondStep(context, { userId, address, isKnown: account.isKnownThere });
    const opened = await enter(caller, { ...entering, code: secondStep });
    await clearSecondStep(context, { userId, address });
    return { ...opened, redirect };
  }
  const visit = await consumeVisit(sql, back);
  const setting = await settingOf(caller, visit.companyId);
  // What was set meanwhile asks another provider.
  if (setting.issuer !== visit.issuer || setting.clientId !== visit.clientId) throw new Refusal('companySignInOver');
  const provider = await openProvider(context, setting);
  const told = await verifyIdentity(context, provider, {
    state,
    nonce: visit.nonce,
    verifier: visit.verifier,
    ...answer,
  });
  const { userId, isNew } = await accountOf(sql, setting, told, { at, language });
  const came = { companyId: setting.companyId, ...(isNew ? { isNew } : {}) };
  noteAudit({ userId, after: came });
  const account = await accountIn(caller, setting, userId);
  // Whatever is asked for now, the provider's answer is not needed for it again.
  await waitForPerson(sql, state, { userId, shownSecondStep: told.hasSecondStep });
  const hasStep = countsStep(setting, told.hasSecondStep);
  const agrees = await mustAgree(caller, userId, agreedTo);
  if (agrees) noteAudit({ after: { ...came, agreedTo: TERMS_VERSION } });
  if (asksForCode(account, hasStep)) throw new Refusal('secondFactorNeeded');
  return { ...(await enter(caller, { state, account, setting, agrees, hasStep })), redirect: visit.redirect };
};

/** Who registers agrees then; who was made by a company does when coming for the first time. Gives whether that is now. */
async function mustAgree({ sql }: PublicCaller, userId: number, agreedTo: string | undefined): Promise<boolean> {
  const [before] = await sql`select from consents where user_id = ${userId} limit 1`;
  if (before) return false;
  if (agreedTo === undefined) throw new Refusal('termsNeeded');
  if (agreedTo !== TERMS_VERSION) throw new Refusal('termsHaveChanged');
  return true;
}

/** As it is now: it may have ended while the browser was away. */
async function settingOf({ sql, context }: PublicCaller, companyId: number): Promise<CompanySignIn> {
  const setting = await signInOf(sql, context.config, { companyId });
  if (!setting) throw new Refusal('noCompanySignIn');
  return setting;
}

async function accountIn({ sql, address, at }: PublicCaller, { companyId }: CompanySignIn, userId: number) {
  const account = await readAccount(sql, sql`u.id = ${userId} and m.company_id = ${companyId}`, { address, at });
  if (!account) throw new Refusal('notOfCompany');
  if (account.frozenAt) throw new Refusal('accountFrozen');
  return account;
}

/** Whether the provider has asked for a second step: its company says that it always does, or the provider of this sign-in. */
const countsStep = ({ hasSecondStep, tellsSecondStep }: CompanySignIn, isTold: boolean): boolean =>
  hasSecondStep && (isTold || !tellsSecondStep);

/** Whoever may do everything is always asked: no company's setting stands for that. */
const asksForCode = ({ hasCodes, isAdministrator }: Account, hasStep: boolean): boolean =>
  hasCodes && (isAdministrator || !hasStep);

interface Entering {
  state: string;
  account: Account;
  setting: CompanySignIn;
  /** To the terms as they are now, for the first time. */
  agrees: boolean;
  /** The provider has asked for a second step. */
  hasStep: boolean;
  code?: string;
}

async function enter(caller: PublicCaller, { state, account, setting, agrees, hasStep, code }: Entering) {
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
      const shown = await consumeCode(tx, context.config, { userId: account.id, at, code });
      const told = { ...caller, email: account.email, what: 'recoveryUsed' as const };
      if (shown === 'recovery') await mailSignInChanged(tx, context.config, told);
      return shown;
    },
  });
}
