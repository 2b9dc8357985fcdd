// user/roles
import { z } from 'zod';
import { call } from '../../call.ts';

export const userRoles = call({
  summary: 'Roles that the caller may give: none with a wider scope or more permissions than the own one.',
  access: { anyOf: ['Users', 'Companies'] },
  request: z.object({}),
  response: z.object({
    list: z.array(z.object({ groupId: z.number().int(), code: z.string(), groupName: z.string() })),
  }),
});
