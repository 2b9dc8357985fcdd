// Kinds, groups and units of the product catalogue; without schemas, so that pages can load it.

/** Kinds of products; reports have fewer (report.ts). */
export const PRODUCT_KINDS = [
  'microinverter',
  'inverter',
  'string',
  'hybrid',
  'allInOne',
  'battery',
  'meter',
  'gateway',
  'sensor',
] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Groups of a product's parameters. */
export const PARAMETER_GROUPS = [
  'voltage',
  'frequency',
  'tripTime',
  'reconnection',
  'islanding',
  'ramp',
  'activePower',
  'reactivePower',
  'battery',
  'other',
] as const;

/** Units of parameters; '' for numbers without a unit, such as a power factor, or 0 and 1 for off and on. */
export const PARAMETER_UNITS = [
  '',
  'V',
  'A',
  'W',
  'var',
  'Hz',
  's',
  'min',
  '%',
  '%/s',
  '% Pn/Hz',
  '% Pn/V',
  '% Sn',
  '°C',
] as const;

export const MAX_PARAMETERS = 200;
export const MAX_FUNCTIONS = 50;
/** Most inputs of a device. */
export const MAX_PRODUCT_INPUTS = 24;
