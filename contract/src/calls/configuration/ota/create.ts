// configuration/ota/create
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareFields } from '../../../entities/firmware.ts';

export const configurationOtaCreate = call({
  summary:
    'Announces a version of firmware of at most 16 MB with its maker’s signature; its file follows in pieces (configuration/ota/part), and an upload that broke off goes on where it was.',
  access: { anyOf: ['OtaChange'] },
  request: z.object(firmwareFields),
  response: z.object({
    id: z.number().int(),
    /** Size of each chunk except the last. */
    pieceBytes: z.number().int(),
  }),
  errors: ['productNotFound', 'firmwareSignature', 'firmwareExists', 'tooManyFirmware'],
  transaction: 'change',
});
