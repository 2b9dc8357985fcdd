// product/sn/import
import { z } from 'zod';
import { call } from '../../../call.ts';
import { enteredNumber } from '../../../entities/serialNumber.ts';
import { file } from '../../../files.ts';
import { SHEET_BYTES } from '../../../limits.ts';

export const productSnImport = call({
  summary:
    'Enters the serial numbers of an .xlsx file of less than 4 MB, with a result for each row: a column of serial numbers and one of products, by name or model code, as product/sn/template has them. While a single row cannot be entered, none is.',
  access: { anyOf: ['SnImport'] },
  request: z.object({ file: file(SHEET_BYTES) }),
  takes: { most: 1, bytesEach: SHEET_BYTES, bytesInAll: SHEET_BYTES },
  response: z.object({
    /** False: a row is invalid, and nothing was stored. */
    isWritten: z.boolean(),
    added: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    wrong: z.number().int(),
    list: z.array(enteredNumber),
  }),
  errors: ['sheetUnreadable', 'sheetTooLarge', 'sheetColumns', 'sheetEmpty', 'productNotFound', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
