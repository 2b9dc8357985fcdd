// Numbers of a device's inputs, strings and phases: from 1, as on the wire.

export const INPUTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
export const STRINGS = [
  ...INPUTS,
  ...([17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32] as const),
] as const;
export const PHASES = [1, 2, 3] as const;

export type Input = (typeof INPUTS)[number];
