// device/voltage/download
import { z } from 'zod';
import { call } from '../../../call.ts';
import { daysOfDevice } from '../../../entities/parts.ts';
import { LANGUAGES, type LanguageCode } from '../../../envelope.ts';
import { fileAnswer } from '../../../files.ts';
import { nominalVoltage, VOLTAGE_FORMATS, type VoltageFormat } from '../../../gridVoltage.ts';

export const deviceVoltageDownload = call({
  summary:
    'The evidence of device/voltage as a file: as PDF for the grid operator, in the language that he reads, or the ten-minute means behind it as CSV: when each begins, the voltage of each line, the limit and whether it was exceeded, the power and what was expected.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  cost: 'expensive',
  request: z.object({
    ...daysOfDevice,
    nominal: nominalVoltage.optional(),
    format: z.enum(Object.keys(VOLTAGE_FORMATS) as [VoltageFormat, ...VoltageFormat[]]).default('csv'),
    /** Language of the PDF; the user's own if omitted. */
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]).optional(),
  }),
  response: fileAnswer(Object.values(VOLTAGE_FORMATS)),
  answers: 'file',
  errors: ['deviceNotFound', 'timeReversed', 'rangeTooLong', 'notYet', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
  timeoutMs: 60_000,
});
