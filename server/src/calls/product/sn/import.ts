// product/sn/import: registers the serial numbers of a file, all or none, and returns the result of each row.
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_SHEET_ROWS, SHEET_UNPACKED_BYTES } from '@heliograph/contract/limits.ts';
import { addSerialNumbers, type GivenNumber } from '../../../devices/serialNumbers/addSerialNumbers.ts';
import { readSheet, SheetError, type SheetRow } from '../../../platform/files/readXlsx.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';
import { messageText } from '../../../platform/texts/translate.ts';

export const productSnImport: Handler<'product/sn/import'> = async ({ file }, caller) => {
  const { context, session, at, finish } = caller;
  if (session.scope === 'own') throw new ApiError('forbidden');
  await countAttempt(context, 'sheets', session.userId);
  const numbers = numbersOf(await rowsOf(file));
  await countAttempt(context, 'enteredNumbers', session.userId, numbers.length);
  return await finish(async (sql) => {
    const { isWritten, list } = await addSerialNumbers({ sql, session, at }, numbers);
    const count = (result: string) => list.filter((one) => one.result === result).length;
    const [added, changed, same] = [count('added'), count('changed'), count('same')];
    // Nothing is added from a file with an invalid row, even if all others are valid.
    const counts = { added, changed, same, wrong: list.length - added - changed - same };
    caller.noteAudit({ object: `user ${session.userId}`, after: { rows: list.length, isWritten, ...counts } });
    return { isWritten, ...counts, list };
  });
};

async function rowsOf(file: Uint8Array): Promise<SheetRow[]> {
  try {
    return await readSheet(file, { rows: MAX_SHEET_ROWS + 1, unpackedBytes: SHEET_UNPACKED_BYTES });
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (error.reason === 'unreadable') throw new ApiError('sheetUnreadable');
    throw new ApiError('sheetTooLarge', { rows: MAX_SHEET_ROWS, megabytes: SHEET_UNPACKED_BYTES / 1_048_576 });
  }
}

/** Column headings, as in our template in each language and as people write them. */
const headings = (word: 'sn' | 'product'): string[] =>
  LANGUAGES.map(({ code }) => messageText(code, `numbers.${word}`).toLowerCase());
const HEADINGS = {
  sn: [...headings('sn'), 'serial no', 'serial', 'sn', 's/n', 'numero de serie', 'nr seryjny'],
  product: [
    ...[...headings('product'), 'model', 'model code', 'modell', 'modellcode', 'modelo', 'modèle', 'modello'],
    ...['type', 'typ', '型号', '型式', '型式コード'],
  ],
};

function numbersOf([head, ...rows]: readonly SheetRow[]): GivenNumber[] {
  const words = (head?.cells ?? []).map((cell) => cell.toLowerCase().replace(/[.:*]/g, '').trim());
  const sn = words.findIndex((word) => HEADINGS.sn.includes(word));
  const product = words.findIndex((word) => HEADINGS.product.includes(word));
  if (sn < 0 || product < 0) throw new ApiError('sheetColumns');
  if (rows.length === 0) throw new ApiError('sheetEmpty');
  return rows.map(({ row, cells, formulas }) => ({
    row,
    sn: (cells[sn] ?? '').slice(0, 80),
    product: (cells[product] ?? '').slice(0, 80),
    formula: formulas.includes(sn) ? 'sn' : formulas.includes(product) ? 'product' : undefined,
  }));
}
