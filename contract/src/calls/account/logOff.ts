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
    /** The account's own address, typed for confirmation. */
    email,
    /** Number of plants shown to the user as being deleted; refused if it has changed meanwhile. */
    plants: int(0),
  }),
  response: z.object({}),
  errors: [
    'wrongPassword',
    'secondFactorNeeded',
    'notYourEmail',
    'lastAdministrator',
    'plantsOffered',
    'plantsHaveChanged',
    'tooManyToLeave',
    'historyMoves',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
  timeoutMs: 60_000,
});
