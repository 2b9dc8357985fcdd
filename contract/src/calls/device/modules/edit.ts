// device/modules/edit
import { z } from 'zod';
import { call } from '../../../call.ts';
import { input, moduleFields } from '../../../entities/module.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const deviceModulesEdit = call({
  summary: 'Says which modules hang on the inputs of a device and where they are, as far as they differ from it.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    sn,
    list: z
      .array(z.object({ input, ...moduleFields }))
      .min(1)
      .max(16)
      .refine((list) => new Set(list.map((each) => each.input)).size === list.length, 'each input once'),
  }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound', 'moduleNotFound', 'setByZone'],
  transaction: 'change',
});
