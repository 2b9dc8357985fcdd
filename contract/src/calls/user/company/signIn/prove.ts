// user/company/signIn/prove
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { domain } from '../../../../entities/companySignIn.ts';
import { rowId } from '../../../../entities/parts.ts';

export const userCompanySignInProve = call({
  summary:
    "Looks for a domain's record in DNS; from then on people with e-mail addresses there sign in at the company's provider. A domain is one company's: who can prove it takes it from one that no longer can.",
  access: { anyOf: ['CompanySignIn'] },
  request: z.object({ id: rowId, domain }),
  response: z.object({ provedIso: z.string() }),
  errors: ['companyNotFound', 'domainNotProved', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
