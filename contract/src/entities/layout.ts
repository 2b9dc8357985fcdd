// Layout of a plant: zones on a roof plan in metres, and modules in their rows and columns.
import { z } from 'zod';
import { MAX_LAYOUT_METRES, MAX_ZONE_SIDE } from '../limits.ts';
import { whichModule } from './module.ts';
import { amount, int, text } from './parts.ts';

const metres = amount(-MAX_LAYOUT_METRES, MAX_LAYOUT_METRES);
const side = int(1, MAX_ZONE_SIDE);

/** Modules with one orientation; its corner is that of row 1 and column 1, around which the zone is rotated. */
export const zone = z.object({
  /** Unique in the plant. */
  id: int(1),
  /** '': named by the direction that it faces. */
  name: text(60),
  /** Metres right and down on the plan. */
  x: metres,
  y: metres,
  /** Degrees clockwise on the plan. */
  rotation: amount(-360, 360),
  /** Degrees from horizontal; null: as set on its modules or their devices. */
  tilt: amount(0, 90).nullable(),
  /** Degrees clockwise from north; null: likewise. */
  azimuth: amount(0, 360).nullable(),
  orientation: z.enum(['portrait', 'landscape']),
  rows: side,
  columns: side,
  /** Modules and places are unique; rows and columns count from 1. */
  modules: z.array(z.object({ ...whichModule, row: side, column: side })),
});
export type LayoutZone = z.output<typeof zone>;

/** The background photo: position of its upper left corner, and opacity. */
export const photoPosition = { x: metres, y: metres, opacity: amount(0, 1) };
/** Metres of a pixel of the photo. */
export const layoutScale = amount(0.0001, 10);
export const photoName = z.string().regex(/^[\w-]{22}$/);
