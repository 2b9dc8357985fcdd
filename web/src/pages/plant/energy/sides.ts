// The two sides of a balance, with sums that agree: home is what is left of what came in, so both are one figure where all is measured.
import type { PlantBalance } from '@heliograph/contract/entities/statistics.ts';

const CAME = ['production', 'fromGrid', 'discharge', 'generator'] as const;
const WENT = ['home', 'toGrid', 'charge'] as const;
type Flow = (typeof CAME)[number] | (typeof WENT)[number];
/** What a plant may not have: no line without it. */
const OPTIONAL: ReadonlySet<Flow> = new Set(['discharge', 'generator', 'charge']);
/** Each figure comes rounded to the Wh. */
const ROUNDED_KWH = 0.005;

/** Of what home used: at load meters, and what no meter sees. They are parts of it, and so in no sum. */
export const LOAD_PARTS = ['measuredHome', 'unmeasured'] as const;
type LoadPart = (typeof LOAD_PARTS)[number];
export const isLoadPart = (flow: string): flow is LoadPart => (LOAD_PARTS as readonly string[]).includes(flow);
/** Where the balance and load meters both tell. */
export const hasLoadParts = (balance: Pick<PlantBalance, LoadPart>): boolean => balance.unmeasured.energy !== null;

export interface Side {
  rows: { flow: Flow; energy: number | null }[];
  /** kWh; null: not all of it is measured. */
  sum: number | null;
}

export interface Sides {
  came: Side;
  went: Side;
  /** kWh by which they differ as days are missing from some of their figures; null: they agree, or one is not known. */
  lacks: number | null;
}

function sideOf(balance: PlantBalance, flows: readonly Flow[]): Side {
  const rows = flows
    .map((flow) => ({ flow, energy: balance[flow].energy }))
    .filter(({ flow, energy }) => energy !== null || !OPTIONAL.has(flow));
  const known = rows.every(({ energy }) => energy !== null);
  return { rows, sum: known ? rows.reduce((sum, { energy }) => sum + energy!, 0) : null };
}

export function sidesOf(balance: PlantBalance): Sides {
  const came = sideOf(balance, CAME);
  const went = sideOf(balance, WENT);
  if (came.sum === null || went.sum === null) return { came, went, lacks: null };
  const lacks = Math.abs(came.sum - went.sum);
  return lacks <= ROUNDED_KWH ? { came, went: { ...went, sum: came.sum }, lacks: null } : { came, went, lacks };
}
