// user/company/del
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';

export const userCompanyDel = call({
  summary:
    'Closes a company. Its plants stay with their owners, with nobody who looks after them; those without an owner go to the company above. Its people keep their accounts. Refused while somebody in it may do more than the caller, or is the last administrator.',
  access: { anyOf: ['CompanyDelete'] },
  request: z.object({ id: rowId }),
  response: z.object({
    /** Plants that stay with their owners. */
    leftPlants: z.number().int(),
    /** Plants without an owner, moved to the company above. */
    movedPlants: z.number().int(),
  }),
  errors: ['companyNotFound', 'ownCompany', 'companiesBelow', 'closesMore'],
  transaction: 'change',
});
