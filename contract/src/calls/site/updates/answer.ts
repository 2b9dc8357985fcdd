// site/updates/answer
import { z } from 'zod';
import { call } from '../../../call.ts';
import { day, sid } from '../../../entities/parts.ts';
import { updateQuestion } from '../../../entities/updateQuestion.ts';
import { CONSENT_ANSWERS } from '../../../firmware.ts';

export const siteUpdatesAnswer = call({
  summary:
    'The owner’s word to an update of firmware: yes, no, or nothing until a day, on which he is asked again. Yes and no are final; nobody but the owner says them.',
  access: { anyOf: ['PvPlant'] },
  request: z
    .object({
      sid,
      id: z.uuid(),
      answer: z.enum(CONSENT_ANSWERS),
      /** Only with `later`: a day of the plant’s calendar, at most 30 days after the request. */
      day: day.optional(),
    })
    .refine(
      ({ answer, day: until }) => (answer === 'later') === (until !== undefined),
      'later, and nothing else, has a day',
    ),
  response: z.object({ question: updateQuestion }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'ownerAnswersUpdates',
    'updateQuestionAnswered',
    'updateQuestionEnded',
    'laterDayOutOfRange',
    'controlIsOff',
  ],
  transaction: 'change',
});
