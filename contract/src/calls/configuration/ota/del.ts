// configuration/ota/del
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareId } from '../../../entities/firmware.ts';

export const configurationOtaDel = call({
  summary:
    'Deletes a version of firmware with its file; what devices have installed stays, and updates to it that wait fail.',
  access: { anyOf: ['OtaChange'] },
  request: z.object({ id: firmwareId }),
  response: z.object({}),
  errors: ['firmwareNotFound'],
  transaction: 'change',
});
