// configuration/ota/update
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareId, updateRow } from '../../../entities/firmware.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const configurationOtaUpdate = call({
  summary:
    'Tells a device by way of its gateway to install a published firmware: queued here, downloaded and verified by the device, and updated when the device reports the version. Needs a second factor, and an owner who has not switched remote control off.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    sid,
    sn,
    id: firmwareId,
    /** An older version than the device runs, which is else never installed. */
    isRollback: z.boolean().default(false),
  }),
  response: z.object({ update: updateRow }),
  refusals: [
    'noSuchSite',
    'siteReadOnly',
    'noSuchDevice',
    'notControllable',
    'controlIsOff',
    'needsSecondFactor',
    'noSuchFirmware',
    'firmwareDoesNotFit',
    'olderFirmware',
    'updateUnderWay',
    'commandQueueFull',
  ],
  transaction: 'change',
});
