// gateway/commands/answer
import { z } from 'zod';
import { call } from '../../../call.ts';
import { commandRow } from '../../../entities/command.ts';
import { sid } from '../../../entities/parts.ts';

export const gatewayCommandsAnswer = call({
  summary:
    'Answers a command that waits: a second person of the company approves or refuses it, or it is withdrawn before it was sent.',
  access: { anyOf: ['ControlApprove', 'DeviceControl'] },
  request: z.object({ sid, id: z.uuid(), answer: z.enum(['approve', 'refuse', 'withdraw']) }),
  response: z.object({ command: commandRow }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'commandNotFound',
    'commandEnded',
    'ownCommand',
    'otherCompanysCommand',
    'controlIsOff',
    'needsSecondFactor',
    'deviceNotFound',
    'notControllable',
    'actionNotOffered',
    'parameterNotFound',
    'parameterOutOfRange',
    'waitsForOwner',
  ],
  transaction: 'change',
});
