// What the catalogue of products speaks of beside its shapes: small lists that pages read, too, apart from the schemas.

/** What a product is; reports have fewer words (report.ts). */
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

/** What a parameter of a product is about. */
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

/** Units that parameters are told in; '' is a number without one, such as a power factor or 0 and 1 for off and on. */
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
/** Inputs of one device. */
export const MAX_PRODUCT_INPUTS = 24;
