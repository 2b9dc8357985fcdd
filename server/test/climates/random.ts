// A seeded sequence of random numbers, for plants and faults that are the same on every machine.

export interface Random {
  /** From 0 to 1, exclusive. */
  (): number;
  between: (from: number, to: number) => number;
  /** From 0 to `count` - 1. */
  index: (count: number) => number;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(next, {
    between: (from: number, to: number) => from + (to - from) * next(),
    index: (count: number) => Math.floor(next() * count),
  });
}
