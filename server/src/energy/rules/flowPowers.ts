// Decides which powers of a flow are plausible: one far above everything held so far counts only once it lasts.

export interface FlowPower {
  atMs: number;
  /** W in the flow's direction; negative while it goes the other way. */
  powerW: number;
}

/** What the powers until a sample have shown, as plain JSON. */
export interface FlowPowers {
  /** Last plausible power; null: none, or a gap or a sample without power lies after it. */
  plausible: FlowPower | null;
  /** Highest power that two successive samples have held, W. */
  heldW: number;
  /** The same in the other direction. */
  heldBackW: number;
  /** Successive similar powers above the bound: an error of transmission, or a new consumer. The next samples decide which. */
  doubtful: readonly FlowPower[];
}

/** Result of one more power. */
interface Accepted {
  powers: FlowPowers;
  /** Pairs of powers between which energy flowed as on a straight line. */
  lines: readonly (readonly [FlowPower, FlowPower])[];
  /** Instants of powers that have turned out to be errors. */
  rejectedMs: readonly number[];
}

/** Largest usual connection of a home, 3 x 50 A: without any history nothing below it is doubtful. */
const HOME_CONNECTION_W = 3 * 50 * 230;
/** A power above the held one by this factor is doubtful. */
const DOUBTFUL_TIMES = 3;
/** As many successive similar samples are no error. */
const HELD_SAMPLES = 3;
/** Two powers are similar up to this factor. */
const SIMILAR_TIMES = 2;

const NONE: readonly never[] = [];

export const NO_POWERS: FlowPowers = { plausible: null, heldW: 0, heldBackW: 0, doubtful: NONE };

/** Returns the power above which a single sample is doubtful, W; `mostPowerW` is known of the device. */
export function powerBoundW(heldW: number, mostPowerW: number): number {
  return Math.min(mostPowerW, Math.max(HOME_CONNECTION_W, DOUBTFUL_TIMES * heldW));
}

/** Judges the next power, in order of time; null: the sample has none. */
export function acceptPower(before: FlowPowers, atMs: number, powerW: number | null, mostPowerW: number): Accepted {
  const { plausible, doubtful } = before;
  if (powerW === null) return { powers: { ...before, plausible: null }, lines: NONE, rejectedMs: NONE };
  const size = Math.abs(powerW);
  if (size > mostPowerW) return { powers: before, lines: NONE, rejectedMs: [atMs] };
  const power = { atMs, powerW };
  if (size <= powerBoundW(powerW > 0 ? before.heldW : before.heldBackW, mostPowerW)) {
    return {
      powers: withHeld(
        before,
        power,
        plausible ? Math.min(plausible.powerW, powerW) : 0,
        plausible ? Math.max(plausible.powerW, powerW) : 0,
      ),
      lines: plausible ? [[plausible, power]] : NONE,
      rejectedMs: doubtful.length === 0 ? NONE : doubtful.map((error) => error.atMs),
    };
  }
  if (!doubtful.every((other) => isSimilar(other.powerW, powerW)))
    return { powers: { ...before, doubtful: [power] }, lines: NONE, rejectedMs: doubtful.map((error) => error.atMs) };
  const lasting = [...doubtful, power];
  if (lasting.length < HELD_SAMPLES) return { powers: { ...before, doubtful: lasting }, lines: NONE, rejectedMs: NONE };
  const points = plausible ? [plausible, ...lasting] : lasting;
  const held = lasting.map((similar) => similar.powerW);
  return {
    powers: withHeld(before, power, Math.min(...held), Math.max(...held)),
    lines: points.slice(1).map((to, index) => [points[index]!, to] as const),
    rejectedMs: NONE,
  };
}

/** Returns the powers after a plausible one; successive samples were between `leastW` and `mostW`. */
function withHeld(before: FlowPowers, plausible: FlowPower, leastW: number, mostW: number): FlowPowers {
  return {
    plausible,
    heldW: Math.max(before.heldW, leastW),
    heldBackW: Math.max(before.heldBackW, -mostW),
    doubtful: NONE,
  };
}

const isSimilar = (left: number, right: number): boolean =>
  Math.sign(left) === Math.sign(right) &&
  Math.abs(left) <= SIMILAR_TIMES * Math.abs(right) &&
  Math.abs(right) <= SIMILAR_TIMES * Math.abs(left);
