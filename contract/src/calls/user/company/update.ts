// user/company/update
import { z } from 'zod';
import { call } from '../../../call.ts';
import { MADE_KINDS } from '../../../companies.ts';
import { brandId } from '../../../entities/brand.ts';
import { rowId, text } from '../../../entities/parts.ts';

export const userCompanyUpdate = call({
  summary:
    'Renames a company, changes its kind, or moves it with all below it under another one of the branch; omitted fields stay unchanged.',
  access: { anyOf: ['CompanyUpdate'] },
  request: z.object({
    id: rowId,
    companyName: text(120, 1).optional(),
    kind: z.enum(MADE_KINDS).optional(),
    distributorCompanyId: rowId.optional(),
    /** For administrators; companies below it that had the same brand as it follow. */
    brandId: brandId.optional(),
  }),
  response: z.object({}),
  errors: ['forbidden', 'companyNotFound', 'ownCompany', 'companyCycle', 'companyKind'],
  transaction: 'change',
});
