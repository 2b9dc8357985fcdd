// sign-in/company: opens a session in a company by the word of its provider, and a code of the account where that is still asked for.
import { Refusal } from '@heliograph/contract/errors.ts';
import { openProvider, whoItIs } from '../../changes/companyProvider.ts';
import { type CompanySignIn, signInOf } from '../../changes/companySignIn.ts';
import { accountOf, endVisit, takeVisit, waitForCode, waitingVisit } from '../../changes/companyVisit.ts';
import { type Account, openSession, readAccount } from '../../changes/openSession.ts';
import { takeCode } from '../../changes/secondFactors.ts';
import type { PublicCaller } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import { tellSignInChanged } from '../../mail/accountMails.ts';
import { countAddress, countSecondStep, forgetSecondStep } from '../../signInLimits.ts';

export const signInCompany: Handler<'sign-in/company'> = async ({ state, secondStep, ...answer }, caller) => {
  const { context, sql, address, at, browser, language, noteAudit } = caller;
  await countAddress(context, address);
  const back = { state, mark: browser.read(), at };
  if (secondStep !== undefined) {
    const { userId, companyId, redirect } = await waitingVisit(sql, back);
    noteAudit({ userId });
    const setting = await settingOf(caller, companyId);
    const account = await accountIn(caller, setting, userId);
    await countSecondStep(context, { userId, address, isKnown: account.isKnownThere });
    const opened = await enter(caller, { state, account, setting, code: secondStep });
    await forgetSecondStep(context, { userId, address });
    return { ...opened, redirect };
  }
  const visit = await takeVisit(sql, back);
  const setting = await settingOf(caller, visit.companyId);
  // What was set meanwhile asks another provider.
  if (setting.issuer !== visit.issuer || setting.clientId !== visit.clientId) throw new Refusal('companySignInOver');
  const provider = await openProvider(context, setting);
  const told = await whoItIs(context, provider, { state, nonce: visit.nonce, verifier: visit.verifier, ...answer });
  const { userId, isNew } = await accountOf(sql, setting, told, { at, language });
  noteAudit({ userId, after: { companyId: setting.companyId, ...(isNew ? { isNew } : {}) } });
  const account = await accountIn(caller, setting, userId);
  if (asksForCode(account, setting)) {
    await waitForCode(sql, state, userId);
    throw new Refusal('secondFactorNeeded');
  }
  return { ...(await enter(caller, { state, account, setting })), redirect: visit.redirect };
};

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

/** Whoever may do everything is always asked: no company's setting stands for that. */
const asksForCode = ({ hasCodes, isAdministrator }: Account, { hasSecondStep }: CompanySignIn): boolean =>
  hasCodes && (isAdministrator || !hasSecondStep);

interface Entering {
  state: string;
  account: Account;
  setting: CompanySignIn;
  code?: string;
}

async function enter(caller: PublicCaller, { state, account, setting, code }: Entering) {
  const { context, at } = caller;
  return await openSession(caller, account, {
    otherwise: 'companySignInOver',
    signedInBy: setting.companyId,
    show: async (tx) => {
      await endVisit(tx, state);
      if (code === undefined) return setting.hasSecondStep ? 'provider' : null;
      const shown = await takeCode(tx, context.config, { userId: account.id, at, code });
      const told = { ...caller, email: account.email, what: 'recoveryUsed' as const };
      if (shown === 'recovery') await tellSignInChanged(tx, context.config, told);
      return shown;
    },
  });
}
