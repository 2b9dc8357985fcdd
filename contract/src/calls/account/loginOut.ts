// account/loginOut
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountLoginOut = call({
  summary: 'Ends this session.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({}),
  transaction: 'change',
  beforeSecondFactor: true,
  whileViewingAs: true,
});
