// The layout of a plant: zones on a plan of the roof, in metres, and the places of modules in their rows and columns.
import { z } from 'zod';
import { MAX_LAYOUT_METRES, MAX_ZONE_SIDE } from '../limits.ts';
import { whichModule } from './module.ts';
import { amount, int, text } from './parts.ts';

const metres = amount(-MAX_LAYOUT_METRES, MAX_LAYOUT_METRES);
const side = int(1, MAX_ZONE_SIDE);

/** Modules that lie alike; its corner is that of row 1 and column 1, and about it the zone is turned. */
export const zone = z.object({
  /** Any number that no other zone of the plant has. */
  id: int(1),
  /** '': it is called by the direction that it faces. */
  name: text(60),
  /** Metres to the right and down on the plan. */
  x: metres,
  y: metres,
  /** Degrees clockwise on the plan. */
  rotation: amount(-360, 360),
  /** Degrees from horizontal; null: as its modules or their devices say. */
  tilt: amount(0, 90).nullable(),
  /** Degrees clockwise from north; null: the same. */
  azimuth: amount(0, 360).nullable(),
  orientation: z.enum(['portrait', 'landscape']),
  rows: side,
  columns: side,
  /** Each number and each place once; rows and columns count from 1. */
  modules: z.array(z.object({ ...whichModule, row: side, column: side })),
});
export type LayoutZone = z.output<typeof zone>;

/** The photo below the zones: where its upper left corner lies, and how much of it shines through. */
export const photoPosition = { x: metres, y: metres, opacity: amount(0, 1) };
/** Metres of one pixel of the photo. */
export const layoutScale = amount(0.0001, 10);
export const photoName = z.string().regex(/^[\w-]{22}$/);
