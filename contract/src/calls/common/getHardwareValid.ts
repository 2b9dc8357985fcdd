// common/getHardwareValid
import { z } from 'zod';
import { call } from '../../call.ts';
import { text } from '../../entities/parts.ts';

export const commonGetHardwareValid = call({
  summary: 'Whether serial numbers are well formed, free and allowed: asked before they are added to a plant.',
  access: { anyOf: ['SiteCreate', 'SiteUpdate', 'DeviceRegister'] },
  request: z.object({ sn: z.union([text(40), z.array(text(40)).max(200)]) }),
  response: z.object({
    list: z.array(z.object({ sn: z.string(), valid: z.boolean(), reason: z.string() })),
  }),
  errors: ['tooManyRequests'],
});
