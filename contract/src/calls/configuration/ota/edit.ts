// configuration/ota/edit
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareFields, firmwareId } from '../../../entities/firmware.ts';
import { int } from '../../../entities/parts.ts';

export const configurationOtaEdit = call({
  summary:
    'Publishes a version of firmware, takes it back, or changes its description and whether devices have to take it. Its file, version and model stay as they are.',
  access: { anyOf: ['OtaChange'] },
  request: z.object({
    id: firmwareId,
    description: firmwareFields.description,
    isForced: z.boolean(),
    isPublished: z.boolean(),
    /** Revision as read; a different one means that it was changed meanwhile. */
    revision: int(1),
  }),
  response: z.object({}),
  errors: ['firmwareNotFound', 'firmwareHasChanged', 'firmwareNotWhole'],
  transaction: 'change',
});
