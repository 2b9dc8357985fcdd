// gateway/control
import { z } from 'zod';
import { call } from '../../call.ts';
import { controlState } from '../../entities/command.ts';
import { sid } from '../../entities/parts.ts';

export const gatewayControl = call({
  summary:
    'Switches remote control of a plant off or on, by its owner alone; one without an owner is switched on by the manager of its company, after a wait of 30 days. Off: what waits is not sent any more, and nothing new is taken; what a device has been sent already is still read back.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid, isOff: z.boolean() }),
  response: z.object({ control: controlState }),
  errors: ['siteNotFound', 'siteReadOnly', 'ownerSwitchesControl', 'controlWaits', 'needsSecondFactor'],
  transaction: 'change',
});
