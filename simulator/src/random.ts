// Random numbers as pure functions of a seed and keys, so that a fleet has the same year on every machine.

/** Scrambles 32 bits so that adjacent inputs have unrelated outputs. */
function scramble(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns an unsigned 32-bit number for a list of keys; their order matters. */
export function hash(...keys: (number | string)[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    if (typeof key === 'number') {
      h = scramble(h ^ Math.trunc(key));
      // seeds and epoch milliseconds are wider than 32 bits
      h = scramble(h + Math.trunc(key / 2 ** 32));
    } else {
      for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193);
      h = scramble(h);
    }
  }
  return h >>> 0;
}

/** Returns a number from 0 to 1, exclusive, uniformly distributed. */
export function chance(...keys: (number | string)[]): number {
  return hash(...keys) / 2 ** 32;
}

/** Returns a number from -1 to 1, more often near 0. */
export function jitter(...keys: (number | string)[]): number {
  const h = hash(...keys);
  return (h & 0xffff) / 0xffff + (h >>> 16) / 0xffff - 1;
}

/** A smooth, aperiodic wave from 0 to 1: a random height at each integer x, eased in between. */
export function drift(seed: number, x: number): number {
  const left = Math.floor(x);
  const share = x - left;
  const eased = share * share * (3 - 2 * share);
  const a = scramble(seed ^ Math.imul(left, 0x27d4eb2f)) / 2 ** 32;
  const b = scramble(seed ^ Math.imul(left + 1, 0x27d4eb2f)) / 2 ** 32;
  return a + (b - a) * eased;
}
