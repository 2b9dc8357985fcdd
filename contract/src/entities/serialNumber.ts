// Results of serial numbers that were entered by hand or from a file.
import { z } from 'zod';

/** Reasons why a row is refused. */
const NUMBER_FAULTS = [
  /** Not a serial number, or impossible for its product. */
  'unreadable',
  /** Repeats an earlier row. */
  'repeated',
  /** No product has this name or model code. */
  'noProduct',
  /** In a plant, restricted, or of another company; the reason is not revealed. */
  'refused',
  /** The cell contains a formula, whose value may differ between programs. */
  'formula',
] as const;

export const enteredNumber = z.object({
  /** Row of the file, from 1 including the head; or position of a manual entry. */
  row: z.number().int(),
  sn: z.string(),
  /** As entered; the product's name once found. */
  product: z.string(),
  /** `changed`: a known number with another product; `same`: nothing to do. */
  result: z.enum(['added', 'changed', 'same', ...NUMBER_FAULTS]),
  /** Field of a fault. */
  field: z.enum(['', 'sn', 'product']),
});
