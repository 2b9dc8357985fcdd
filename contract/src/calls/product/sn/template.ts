// product/sn/template
import { z } from 'zod';
import { call } from '../../../call.ts';
import { fileAnswer } from '../../../files.ts';

export const productSnTemplate = call({
  summary:
    'The .xlsx file that product/sn/import takes, without a number, and a sheet of the products that it may name.',
  access: { anyOf: ['SnImport'] },
  request: z.object({}),
  response: fileAnswer(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']),
  transaction: 'manual',
  changes: false,
  answers: 'file',
});
