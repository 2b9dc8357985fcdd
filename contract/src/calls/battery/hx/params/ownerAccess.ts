// battery/hx/params/ownerAccess
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { sid } from '../../../../entities/parts.ts';

export const batteryHxParamsOwnerAccess = call({
  summary:
    'Sets whether the owner of a plant may set mode and reserve of its batteries. The service company and the operator decide it; the owner sees who did.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({ sid, isAllowed: z.boolean() }),
  response: z.object({ isAllowed: z.boolean() }),
  errors: ['siteNotFound', 'siteReadOnly', 'serviceCompanyRestricts'],
  transaction: 'change',
});
