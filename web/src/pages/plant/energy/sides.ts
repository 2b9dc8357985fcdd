// The two sides of a balance. Home consumption is the remainder of the sources, so both sums are equal where every flow is measured.
import type { PlantBalance } from '@heliograph/contract/entities/statistics.ts';

const SOURCES = ['production', 'fromGrid', 'discharge', 'generator'] as const;
const USES = ['home', 'toGrid', 'charge'] as const;
type Flow = (typeof SOURCES)[number] | (typeof USES)[number];
/** Flows that a plant may lack; no row is shown without them. */
const OPTIONAL: ReadonlySet<Flow> = new Set(['discharge', 'generator', 'charge']);
/** Largest difference, in kWh, caused by rounding each figure to the Wh. */
const ROUNDING_KWH = 0.005;

/** Parts of home consumption: at load meters, and unmetered. They are not added to any sum. */
export const LOAD_PARTS = ['measuredHome', 'unmeasured'] as const;
type LoadPart = (typeof LOAD_PARTS)[number];
export const isLoadPart = (flow: string): flow is LoadPart => (LOAD_PARTS as readonly string[]).includes(flow);
/** Whether the plant has both a balance and load meters. */
export const hasLoadParts = (balance: Pick<PlantBalance, LoadPart>): boolean => balance.unmeasured.energy !== null;

export interface Side {
  rows: { flow: Flow; energy: number | null }[];
  /** kWh; null: at least one flow is not measured. */
  sum: number | null;
}

export interface Sides {
  sources: Side;
  uses: Side;
  /** Difference of the two sums in kWh, caused by days missing from some figures; null: equal, or one sum is unknown. */
  differenceKwh: number | null;
}

function sideOf(balance: PlantBalance, flows: readonly Flow[]): Side {
  const rows = flows
    .map((flow) => ({ flow, energy: balance[flow].energy }))
    .filter(({ flow, energy }) => energy !== null || !OPTIONAL.has(flow));
  const known = rows.every(({ energy }) => energy !== null);
  return { rows, sum: known ? rows.reduce((sum, { energy }) => sum + energy!, 0) : null };
}

export function sidesOf(balance: PlantBalance): Sides {
  const sources = sideOf(balance, SOURCES);
  const uses = sideOf(balance, USES);
  if (sources.sum === null || uses.sum === null) return { sources, uses, differenceKwh: null };
  const differenceKwh = Math.abs(sources.sum - uses.sum);
  return differenceKwh <= ROUNDING_KWH
    ? { sources, uses: { ...uses, sum: sources.sum }, differenceKwh: null }
    : { sources, uses, differenceKwh };
}
