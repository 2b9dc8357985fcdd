// configuration/inverter/setupAnswer
import { z } from 'zod';
import { call } from '../../../call.ts';
import { setupRow } from '../../../entities/setup.ts';

export const configurationInverterSetupAnswer = call({
  summary:
    'Stops a setup of many devices: what was not sent yet is withdrawn. Or a second person of the company approves or refuses all of it that waits.',
  access: { anyOf: ['ControlApprove', 'DeviceControl'] },
  request: z.object({ id: z.uuid(), answer: z.enum(['approve', 'refuse', 'stop']) }),
  response: z.object({
    setup: setupRow,
    /** Number of commands answered. */
    answered: z.number().int(),
  }),
  errors: ['setupNotFound', 'commandEnded', 'ownCommand', 'otherCompanysCommand', 'needsSecondFactor'],
  transaction: 'change',
  timeoutMs: 30_000,
});
