// user/company/secondFactor
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';

export const userCompanySecondFactor = call({
  summary:
    'Whether all people of a company, whatever their role, have to show a second factor at sign-in: a code or a passkey. Who has none sets one up within 14 days; then a session with a password alone does nothing else. Companies below it decide for themselves.',
  access: { anyOf: ['CompanySignIn'] },
  request: z.object({ id: rowId, needed: z.boolean() }),
  response: z.object({}),
  errors: ['companyNotFound', 'noSecondFactorKey', 'signInWithFactor'],
  transaction: 'change',
});
