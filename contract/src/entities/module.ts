// Modules: what hangs on the inputs of a device, what is said of each of them, and the pages that a plant's modules are sorted into.
import { z } from 'zod';
import { INPUTS } from '../inputs.ts';
import { amount, int, sn, text } from './parts.ts';
import { provenance } from './statistics.ts';

/** As its device numbers it, from 1. */
export const input = int(1, INPUTS.length);
/** Which module: "AABB1122_1" of answers, in its two parts. */
export const whichModule = { sn, input };
/** A page's number; 0: modules that are on no page. */
export const modulePage = int(0);
export const pageName = text(60, 1);

/** What a module has of its own; null: as its zone or its device has it. */
export const PLACEMENT_FIELDS = ['stringNumber', 'tilt', 'azimuth', 'orientation'] as const;

/** What can be said of a module; what is left out stays. */
export const moduleFields = {
  /** What people call it. */
  label: text(80).optional(),
  /** Its maker and model. */
  product: text(80).optional(),
  /** Of one module, W peak; null: not said. */
  peakPower: amount(1, 100_000).nullable().optional(),
  stringNumber: int(0, 999).nullable().optional(),
  /** Degrees from horizontal. */
  tilt: amount(0, 90).nullable().optional(),
  /** Degrees clockwise from north. */
  azimuth: amount(0, 360).nullable().optional(),
  orientation: z.enum(['portrait', 'landscape']).nullable().optional(),
};

/** What of it a zone says. */
export const ORIENTATION_FIELDS = ['tilt', 'azimuth', 'orientation'] as const;

/** Which module it is and where: how it lies as its zone says, else its own values, else its device's. */
export const moduleFacts = {
  /** 0: on no page. */
  page: z.number().int(),
  pageName: z.string(),
  label: z.string(),
  product: z.string(),
  peakPower: z.number().nullable(),
  stringNumber: z.number().int().nullable(),
  tilt: z.number().nullable(),
  azimuth: z.number().nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  /** Which of them are said of the module itself, and which by its zone; the others are its device's. */
  own: z.array(z.enum(PLACEMENT_FIELDS)),
  byZone: z.array(z.enum(ORIENTATION_FIELDS)),
  /** Its place in the layout; null: it has none. */
  zone: z
    .object({ id: z.number().int(), name: z.string(), row: z.number().int(), column: z.number().int() })
    .nullable(),
};

/** Energy of a module over a period. What its device has made is shared out by what its inputs tell, so that they sum to it. */
export const moduleEnergy = z.object({
  /** kWh; null: nothing tells the device's inputs apart, or there is nothing. */
  energy: z.number().nullable(),
  unit: z.literal('kWh'),
  provenance,
});
