// What became of a serial number that was entered, by hand or from a file.
import { z } from 'zod';

/** Why a row cannot be entered. */
const NUMBER_FAULTS = [
  /** No serial number, or none that a device of its product can have. */
  'unreadable',
  /** It stands in a row before. */
  'repeated',
  /** No product has this name or model code. */
  'noProduct',
  /** Its device is in a plant, it is restricted, or it is another company’s: which of these is not said. */
  'refused',
  /** The cell holds a formula: what it shows may be something else elsewhere. */
  'formula',
] as const;

export const enteredNumber = z.object({
  /** As the file counts its rows, from 1 with the head; of those entered by hand their place. */
  row: z.number().int(),
  sn: z.string(),
  /** As it was given; of what was found its name. */
  product: z.string(),
  /** `added`, `changed`: it was known and has another product now; `same`: nothing to do. */
  result: z.enum(['added', 'changed', 'same', ...NUMBER_FAULTS]),
  /** What a fault is about. */
  field: z.enum(['', 'sn', 'product']),
});
