// Modules on the inputs of devices: their settings, and the groups of a plant's modules.
import { z } from 'zod';
import { INPUTS } from '../inputs.ts';
import { amount, int, sn, text } from './parts.ts';
import { provenance } from './statistics.ts';

/** Input of its device, from 1. */
export const input = int(1, INPUTS.length);
/** Key of a module: "AABB1122_1" in responses, here in two fields. */
export const whichModule = { sn, input };
/** Number of a group; 0: modules without a group. */
export const modulePage = int(0);
export const pageName = text(60, 1);

/** Own values of a module; null: those of its zone or device apply. */
export const PLACEMENT_FIELDS = ['stringNumber', 'tilt', 'azimuth', 'orientation'] as const;

/** Settings of a module; omitted fields stay unchanged. */
export const moduleFields = {
  /** Label, free text. */
  label: text(80).optional(),
  /** Manufacturer and model. */
  product: text(80).optional(),
  /** Peak power of a module, W; null: not set. */
  peakPower: amount(1, 100_000).nullable().optional(),
  stringNumber: int(0, 999).nullable().optional(),
  /** Degrees from horizontal. */
  tilt: amount(0, 90).nullable().optional(),
  /** Degrees clockwise from north. */
  azimuth: amount(0, 360).nullable().optional(),
  orientation: z.enum(['portrait', 'landscape']).nullable().optional(),
};

/** Fields that a zone sets. */
export const ORIENTATION_FIELDS = ['tilt', 'azimuth', 'orientation'] as const;

/** Identity and place of a module; its orientation is that of its zone, else its own, else its device's. */
export const moduleFacts = {
  /** 0: without a group. */
  page: z.number().int(),
  pageName: z.string(),
  label: z.string(),
  product: z.string(),
  peakPower: z.number().nullable(),
  stringNumber: z.number().int().nullable(),
  tilt: z.number().nullable(),
  azimuth: z.number().nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  /** Which fields are set on the module, and which by its zone; the others come from its device. */
  own: z.array(z.enum(PLACEMENT_FIELDS)),
  byZone: z.array(z.enum(ORIENTATION_FIELDS)),
  /** Its place in the layout; null: unplaced. */
  zone: z
    .object({ id: z.number().int(), name: z.string(), row: z.number().int(), column: z.number().int() })
    .nullable(),
};

/** Energy of a module over a period: its device's energy, divided by the measurements of its inputs, so that they add up to it. */
export const moduleEnergy = z.object({
  /** kWh; null: no value, or the device does not measure its inputs separately. */
  energy: z.number().nullable(),
  unit: z.literal('kWh'),
  provenance,
});
