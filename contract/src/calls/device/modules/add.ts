// device/modules/add
import { z } from 'zod';
import { call } from '../../../call.ts';
import { input, moduleFields, modulePage } from '../../../entities/module.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { placedDevice } from '../../../entities/site.ts';

export const deviceModulesAdd = call({
  summary:
    'Adds microinverters under a gateway of the plant before it announces them, with the places of the modules on their inputs. All of them or none.',
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({
    sid,
    /** The gateway they are attached to. */
    gatewaySn: sn,
    devices: z
      .array(
        placedDevice.extend({
          /** Differences from the device's own orientation, or facts about the module; `page`: its module page. */
          inputs: z
            .array(z.object({ input, page: modulePage.optional(), ...moduleFields }))
            .max(16)
            .refine((list) => new Set(list.map((each) => each.input)).size === list.length, 'each input once')
            .default([]),
        }),
      )
      .min(1)
      .max(255),
  }),
  response: z.object({ count: z.number().int() }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'deviceNotFound',
    'noGateway',
    'gatewayFull',
    'noMicroinverter',
    'moduleNotFound',
    'modulePageNotFound',
    'productNotFound',
    'serialNumberTaken',
    'serialNumberFailed',
    'serialNumberRepeated',
    'tooManyRequests',
  ],
  transaction: 'change',
});
