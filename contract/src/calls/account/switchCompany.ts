// account/switchCompany
import { z } from 'zod';
import { call } from '../../call.ts';
import { rowId } from '../../entities/parts.ts';
import { userInfo } from '../../entities/user.ts';

export const accountSwitchCompany = call({
  summary: 'Lets this session go on in another company of the account, with the role that it has there.',
  access: 'signedIn',
  request: z.object({ companyId: rowId }),
  response: z.object({ userInfo }),
  errors: ['noMembershipThere', 'otherSignIn'],
  transaction: 'change',
  beforeSecondFactor: true,
});
