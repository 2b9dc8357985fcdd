// site/updates
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';
import { updateQuestion } from '../../entities/updateQuestion.ts';

export const siteUpdates = call({
  summary:
    'Updates of firmware that wait for the yes of the plant’s owner, and those that he has answered and that have not ended.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  /** Newest first. */
  response: z.object({ list: z.array(updateQuestion) }),
  errors: ['siteNotFound'],
});
