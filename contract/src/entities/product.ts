// A product of the catalogue: what its devices are, and what can be asked of and set in them.
import { z } from 'zod';
import {
  MAX_FUNCTIONS,
  MAX_PARAMETERS,
  MAX_PRODUCT_INPUTS,
  PARAMETER_GROUPS,
  PARAMETER_UNITS,
  PRODUCT_KINDS,
} from '../products.ts';
import { amount, int, oneOf, text } from './parts.ts';

/** The number by which programs, files and devices name it. */
export const modelCode = int(1, 2_000_000_000);

const BOUND = 1_000_000;

/** One setting that its devices have, as remote control offers it: nothing is sent outside its range or between its steps. */
const productParameter = z
  .object({
    /** As the device calls it. */
    name: text(40).regex(/^[A-Za-z][A-Za-z0-9_]*$/),
    title: text(80, 1),
    group: z.enum(PARAMETER_GROUPS),
    unit: z.enum(PARAMETER_UNITS),
    min: amount(-BOUND, BOUND),
    max: amount(-BOUND, BOUND),
    step: amount(0.001, BOUND),
    /** As it leaves the factory; null: not known. */
    default: amount(-BOUND, BOUND).nullable(),
    /** A change of it needs a second person of the company. */
    isProtected: z.boolean(),
    /** Range and default were compared with the maker's documents; else they are an example. */
    isVerified: z.boolean(),
  })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: 'not below the smallest value' })
  .refine(({ min, max, default: usual }) => usual === null || (usual >= min && usual <= max), {
    path: ['default'],
    error: 'within the range',
  });
export type ProductParameter = z.infer<typeof productParameter>;

/** What can be asked of its devices by command, under the names of product/sn/info. */
const productFunction = z.object({
  func_id: int(0),
  func_name: text(80, 1),
  signal_mqtt: text(80),
  signal_bluetooth: text(80),
  signal_at: text(80),
  signal_ap: text(80),
  /** Asking for it by command needs a second person of the company. */
  isProtected: z.boolean().default(false),
});
export type ProductFunction = z.infer<typeof productFunction>;

const eachOnce = <Row>(rows: readonly Row[], key: (row: Row) => unknown) => new Set(rows.map(key)).size === rows.length;

/** What a person says of a product. */
export const productFields = {
  name: text(80, 1),
  kind: z.enum(PRODUCT_KINDS),
  /** 0: its devices tell how many once they report. */
  inputs: int(0, MAX_PRODUCT_INPUTS),
  /** 0: not known. */
  ratedPowerW: amount(0, 10_000_000),
  phases: oneOf(1, 3),
  /** How what its devices send is read; null: as rows of values in SI units. */
  profile: text(60, 1).nullable(),
  remark: text(2000),
  functions: z
    .array(productFunction)
    .max(MAX_FUNCTIONS)
    .refine((rows) => eachOnce(rows, ({ func_id }) => func_id), 'each number once'),
  parameters: z
    .array(productParameter)
    .max(MAX_PARAMETERS)
    .refine((rows) => eachOnce(rows, ({ name }) => name), 'each name once'),
};

/** A row of the list, and the head of the page. */
export const productRow = z.object({
  model: z.number().int(),
  name: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  inputs: z.number().int(),
  ratedPowerW: z.number(),
  phases: z.number().int(),
  profile: z.string().nullable(),
  /** Whose it is: '' came with the portal, for everybody; null: of a company that the caller does not see. */
  companyName: z.string().nullable(),
  /** Below the portal's address; '': it has none. */
  picture: z.string(),
  functionCount: z.number().int(),
  parameterCount: z.number().int(),
  /** What this session may do with it. */
  rights: z.object({
    update: z.boolean(),
    /** Came with the portal: what its frames are read by stays as it is. */
    isBuiltIn: z.boolean(),
  }),
});
