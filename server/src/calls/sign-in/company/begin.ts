// sign-in/company/begin: URL where users of a company sign in; reveals whether a domain belongs to a company, and nothing about accounts.
import { ApiError } from '@heliograph/contract/errors.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { newToken } from '../../../access/session.ts';
import { authorizationUrl, openProvider } from '../../../accounts/openid/provider.ts';
import { domainOf, signInOf } from '../../../accounts/openid/settings.ts';
import { beginVisit } from '../../../accounts/openid/visit.ts';
import { countAddress } from '../../../accounts/sessions/signInLimits.ts';
import { brandOfCompany, brandOfRequest } from '../../../brands/brands.ts';
import type { Handler } from '../../../platform/handler.ts';

export const signInCompanyBegin: Handler<'sign-in/company/begin'> = async ({ account, redirect = '' }, caller) => {
  const { context, sql, address, at, browser } = caller;
  await countAddress(context, address);
  const setting = await signInOf(sql, context.config, { domain: domainOf(account) });
  if (!setting) throw new ApiError('noCompanySignIn');
  const brand = await brandOfRequest(sql, context.config, caller.portal);
  const own = await brandOfCompany(sql, context.config, setting.companyId);
  // The provider sends browsers back to the company's own portal only, where the person begins again.
  if (own.publicUrl !== brand.publicUrl) return { url: `${own.publicUrl}${PATHS.SignIn}` };
  const provider = await openProvider(context, setting);
  // Two tabs of one browser may sign in at the same time.
  const mark = browser.read() || newToken();
  const visit = await beginVisit(sql, setting, { mark, redirect, at });
  browser.write(mark);
  return { url: await authorizationUrl(brand, provider, { ...visit, account }) };
};
