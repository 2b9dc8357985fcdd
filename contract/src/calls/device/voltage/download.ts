// device/voltage/download
import { z } from 'zod';
import { call } from '../../../call.ts';
import { daysOfDevice } from '../../../entities/parts.ts';
import { fileAnswer } from '../../../files.ts';
import { nominalVoltage } from '../../../gridVoltage.ts';

export const deviceVoltageDownload = call({
  summary:
    'The ten-minute means behind device/voltage as CSV: when each begins, the voltage of each line, the limit and whether it was exceeded, the power and what was expected.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ ...daysOfDevice, nominal: nominalVoltage.optional() }),
  response: fileAnswer(['text/csv; charset=utf-8']),
  answers: 'file',
  refusals: ['noSuchDevice', 'timeReversed', 'rangeTooLong', 'tooManyRequests'],
  transaction: 'own',
  changes: false,
  timeoutMs: 60_000,
});
