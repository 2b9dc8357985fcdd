// account/logOff
import { z } from 'zod';
import { call } from '../../call.ts';
import { email, int, text } from '../../entities/parts.ts';

export const accountLogOff = call({
  summary:
    'Cancels the account for ever: its person is forgotten, the plants that it owns are deleted, all its sessions end. It cannot be undone.',
  access: 'signedIn',
  request: z.object({
    password: text(200, 1),
    /** The account's own, typed once more. */
    email,
    /** How many plants its person has been told will be deleted; refused when they are others by now. */
    plants: int(0),
  }),
  response: z.object({}),
  refusals: [
    'wrongPassword',
    'secondFactorNeeded',
    'notYourEmail',
    'lastAdministrator',
    'plantsOffered',
    'plantsHaveChanged',
    'tooManyToLeave',
    'tooManyRequests',
  ],
  transaction: 'own',
  changes: true,
  timeoutMs: 60_000,
});
