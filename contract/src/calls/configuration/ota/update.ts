// configuration/ota/update
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareId, updateRow } from '../../../entities/firmware.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const configurationOtaUpdate = call({
  summary:
    'Tells a device by way of its gateway to install a published firmware: queued here, downloaded and verified by the device, and updated when the device reports the version. Needs a second factor, and an owner who has not switched remote control off, and who has said yes where he is asked.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    sid,
    sn,
    id: firmwareId,
    /** Allows an older version than installed, which is otherwise refused. */
    isRollback: z.boolean().default(false),
    /** Whether it waits for the consent of the plant's owner. Default: yes, except for required versions and rollbacks. Plants without an owner or owned by the requester need no consent. */
    asksOwner: z.boolean().optional(),
  }),
  response: z.object({ update: updateRow }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'deviceNotFound',
    'notControllable',
    'controlIsOff',
    'needsSecondFactor',
    'firmwareNotFound',
    'firmwareDoesNotFit',
    'olderFirmware',
    'updatePending',
    'commandQueueFull',
  ],
  transaction: 'change',
});
