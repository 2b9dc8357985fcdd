// account/removePicture
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountRemovePicture = call({
  summary: 'Removes the picture of the signed-in user; its address leads nowhere then.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({}),
  transaction: 'change',
});
