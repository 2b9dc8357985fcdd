// A product of the catalogue: kind, parameters and commands of its devices.
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

/** Model code, by which programs, files and devices name it. */
export const modelCode = int(1, 2_000_000_000);

const BOUND = 1_000_000;

/** A setting of its devices in remote control; values outside the range or between steps are never sent. */
const productParameter = z
  .object({
    /** Name in the device. */
    name: text(40).regex(/^[A-Za-z][A-Za-z0-9_]*$/),
    title: text(80, 1),
    group: z.enum(PARAMETER_GROUPS),
    unit: z.enum(PARAMETER_UNITS),
    min: amount(-BOUND, BOUND),
    max: amount(-BOUND, BOUND),
    step: amount(0.001, BOUND),
    /** Factory default; null: unknown. */
    default: amount(-BOUND, BOUND).nullable(),
    /** Whether a change needs approval by a second person of the company. */
    isProtected: z.boolean(),
    /** Whether range and default were verified with the manufacturer's documents; else they are an example. */
    isVerified: z.boolean(),
  })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: 'not below the smallest value' })
  .refine(({ min, max, default: usual }) => usual === null || (usual >= min && usual <= max), {
    path: ['default'],
    error: 'within the range',
  });
export type ProductParameter = z.infer<typeof productParameter>;

/** Commands of its devices, under the names of product/sn/info. */
const productFunction = z.object({
  func_id: int(0),
  func_name: text(80, 1),
  signal_mqtt: text(80),
  signal_bluetooth: text(80),
  signal_at: text(80),
  signal_ap: text(80),
  /** Whether the command needs approval by a second person of the company. */
  isProtected: z.boolean().default(false),
});
export type ProductFunction = z.infer<typeof productFunction>;

const eachOnce = <Row>(rows: readonly Row[], key: (row: Row) => unknown) => new Set(rows.map(key)).size === rows.length;

/** Editable data of a product. */
export const productFields = {
  name: text(80, 1),
  kind: z.enum(PRODUCT_KINDS),
  /** 0: known once its devices report. */
  inputs: int(0, MAX_PRODUCT_INPUTS),
  /** 0: unknown. */
  ratedPowerW: amount(0, 10_000_000),
  phases: oneOf(1, 3),
  /** Parser of its devices' frames; null: rows of values in SI units. */
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

/** Row of the list, and head of the page. */
export const productRow = z.object({
  model: z.number().int(),
  name: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  inputs: z.number().int(),
  ratedPowerW: z.number(),
  phases: z.number().int(),
  profile: z.string().nullable(),
  /** Owning company: '' for products of the portal, open to everybody; null: a company that the requester cannot see. */
  companyName: z.string().nullable(),
  /** Path under the portal's address; '' for none. */
  picture: z.string(),
  functionCount: z.number().int(),
  parameterCount: z.number().int(),
  /** Permissions of this session. */
  rights: z.object({
    update: z.boolean(),
    /** Part of the portal: its parser cannot be changed. */
    isBuiltIn: z.boolean(),
  }),
});
