// Entropy coding of whole numbers near zero: an adaptive binary range coder whose contexts follow how large the last ones were.
//
// docs/block-format.md describes it so that a reader can be written in any language. All arithmetic is on whole numbers.

/** Contexts of a number: the size of those before it, 0 to 26. */
const SIZES = 27;
/** Bit lengths that have a symbol of their own; longer ones follow an escape as six plain bits. */
const ESCAPE = 15;
const TREE = 0;
const SIGN = TREE + SIZES * 16;
const HEAD = SIGN + 3;
const MODELS = HEAD + 16 * 4;

/** How far a probability moves towards what was seen: 1 / (n + 2) after n times in a context, at least 1/32. */
const RATES = Uint16Array.from({ length: 31 }, (_, n) => Math.round(65536 / (n + 2)));
const LAST_RATE = RATES.length - 1;

/** Probability that a bit is 0, of 65536, and how often it was asked; reset for each run. Shared: coding is synchronous. */
const zeros = new Uint16Array(MODELS);
const seen = new Uint8Array(MODELS);

/**
 * What a context expects before it has seen anything: a number as long as those before it, seldom a longer one. By how
 * much a symbol is above the context's size, and below it.
 */
const ABOVE = [1024, 288, 32];
const BELOW = [768, 416, 208, 112, 64];
/** These expectations count as if they had been seen so often. */
const TRUST = 2;

const startZeros: Uint16Array = new Uint16Array(MODELS).fill(32768);
const startSeen: Uint8Array = new Uint8Array(MODELS);
for (let size = 0; size < SIZES; size++) {
  const weights = Array.from({ length: 16 }, (_, symbol) => {
    const above = symbol - Math.min(ESCAPE, size);
    return 1 + (above >= 0 ? (ABOVE[above] ?? 0) : BELOW[Math.min(-above, BELOW.length) - 1]!);
  });
  for (let node = 1; node < 16; node++) {
    const half = 8 >> (31 - Math.clz32(node));
    const first = ((node * half * 2) & 15) as number;
    let zero = 0;
    let all = 0;
    for (let symbol = first; symbol < first + 2 * half; symbol++) {
      all += weights[symbol]!;
      if (symbol < first + half) zero += weights[symbol]!;
    }
    startZeros[TREE + size * 16 + node] = Math.floor((65535 * zero) / all);
    startSeen[TREE + size * 16 + node] = TRUST;
  }
}

function reset(): void {
  zeros.set(startZeros);
  seen.set(startSeen);
}

/** The magnitude that enters the context is cut here, so that it stays a small whole number. */
const LARGEST = 2 ** 24 - 1;

const bitLength = (magnitude: number): number =>
  magnitude < 4294967296 ? 32 - Math.clz32(magnitude) : 64 - Math.clz32(Math.floor(magnitude / 4294967296));

/** The window on the code is 31 bits wide, so that all its arithmetic fits whole numbers of 32 bits. */
const TOP = 0x7fffffff;
/** The window moves on by eight bits as often as the range is below this. */
const LEAST = 1 << 23;

/** Where bytes are gathered; grows as needed. */
let out = new Uint8Array(1 << 16);
let outLength = 0;
/** Lower end of the range; a carry shows as the 32nd bit. */
let low = 0;
let range = 0;
/** The last byte, held back as long as a carry may reach it, -1 at first; then so many bytes of 255. */
let held = 0;
let pending = 0;

function putByte(byte: number): void {
  if (outLength === out.length) {
    const larger = new Uint8Array(out.length * 2);
    larger.set(out);
    out = larger;
  }
  out[outLength++] = byte;
}

function moveOn(): void {
  if (low < 0x7f800000 || low > TOP) {
    const carry = low > TOP ? 1 : 0;
    if (held >= 0) putByte(held + carry);
    for (; pending > 0; pending--) putByte((255 + carry) & 255);
    held = (low >>> 23) & 255;
  } else pending++;
  low = (low & (LEAST - 1)) << 8;
}

function putBit(model: number, bit: number): void {
  const zero = zeros[model]!;
  const count = seen[model]!;
  const bound = Math.imul(range >>> 12, zero >>> 4 || 1);
  if (bit === 0) {
    range = bound;
    zeros[model] = zero + (((65535 - zero) * RATES[count]!) >>> 16);
  } else {
    low += bound;
    range -= bound;
    zeros[model] = zero - ((zero * RATES[count]!) >>> 16);
  }
  if (count < LAST_RATE) seen[model] = count + 1;
  while (range < LEAST) {
    moveOn();
    range <<= 8;
  }
}

/** Up to 16 bits that follow no pattern. */
function putPlain(value: number, bits: number): void {
  range >>>= bits;
  low += value * range;
  while (range < LEAST) {
    moveOn();
    range <<= 8;
  }
}

/**
 * Whole numbers of magnitude up to 2^53 as bytes. The end is cut where zeros follow, so it must be stored with its length.
 * The bytes are a copy of their own.
 */
export function encodeNumbers(numbers: Float64Array, from = 0): Uint8Array {
  reset();
  outLength = 0;
  low = 0;
  range = TOP;
  held = -1;
  pending = 0;
  let level = 0;
  let lastSign = 0;
  for (let index = from; index < numbers.length; index++) {
    const number = numbers[index]!;
    const magnitude = number < 0 ? -number : number;
    const length = bitLength(magnitude);
    const tree = TREE + (32 - Math.clz32(level >>> 3)) * 16;
    const symbol = length < ESCAPE ? length : ESCAPE;
    putBit(tree + 1, symbol >> 3);
    let node = 2 | (symbol >> 3);
    putBit(tree + node, (symbol >> 2) & 1);
    node = (node << 1) | ((symbol >> 2) & 1);
    putBit(tree + node, (symbol >> 1) & 1);
    node = (node << 1) | ((symbol >> 1) & 1);
    putBit(tree + node, symbol & 1);
    if (length > 0) {
      const sign = number < 0 ? 1 : 0;
      putBit(SIGN + lastSign, sign);
      lastSign = 1 + sign;
      let rest = length - 1;
      if (symbol === ESCAPE) {
        putPlain(length, 6);
      } else {
        // The two bits after the leading one follow a pattern where numbers are small.
        let prefix = 1;
        for (let modelled = 0; modelled < 2 && rest > 0; modelled++) {
          rest--;
          const bit = (magnitude >>> rest) & 1;
          putBit(HEAD + symbol * 4 + prefix, bit);
          prefix = (prefix << 1) | bit;
        }
      }
      while (rest > 0) {
        const bits = rest > 16 ? 16 : rest;
        rest -= bits;
        putPlain(Math.floor(magnitude / 2 ** rest) % 2 ** bits, bits);
      }
    } else lastSign = 0;
    level += ((magnitude < LARGEST ? magnitude : LARGEST) * 16 - level) >> 2;
  }
  finish();
  return out.slice(0, outLength);
}

/** Of all numbers that decode to the same, the one that ends in most zeros; zeros at the end are not stored. */
function finish(): void {
  for (const unit of [2 ** 31, 2 ** 23, 2 ** 15, 2 ** 7, 1]) {
    const value = Math.ceil(low / unit) * unit;
    if (value < low + range) {
      low = value;
      break;
    }
  }
  for (let count = 0; count < 5; count++) moveOn();
  while (outLength > 0 && out[outLength - 1] === 0) outLength--;
}

/**
 * The inverse, into `numbers` from index `from` on. Bytes that are no encoding give some numbers and end all the same:
 * check a sum first. Written out in one loop, as its state must stay in registers: charts wait for it.
 */
export function decodeNumbers(bytes: Uint8Array, at: number, end: number, numbers: Float64Array, from = 0): void {
  reset();
  let next = at;
  const byteAt = (index: number): number => (index < end ? bytes[index]! : 0);
  let range = TOP;
  let code = 0;
  // 31 bits of the first four bytes; the odd one waits for the next move.
  const first = ((byteAt(next) << 24) | (byteAt(next + 1) << 16) | (byteAt(next + 2) << 8) | byteAt(next + 3)) >>> 0;
  code = first >>> 1;
  let odd = first & 1;
  next += 4;
  let level = 0;
  let lastSign = 0;
  for (let index = from; index < numbers.length; index++) {
    const tree = TREE + (32 - Math.clz32(level >>> 3)) * 16;
    let node = 1;
    // Bits under a model, in turn: four of the symbol, the sign, up to two that follow the leading one.
    let model = tree + 1;
    let step = 0;
    let negative = 0;
    let magnitude = 0;
    let rest = 0;
    for (;;) {
      const zero = zeros[model]!;
      const count = seen[model]!;
      const bound = Math.imul(range >>> 12, zero >>> 4 || 1);
      let bit: number;
      if (code < bound) {
        bit = 0;
        range = bound;
        zeros[model] = zero + (((65535 - zero) * RATES[count]!) >>> 16);
      } else {
        bit = 1;
        code -= bound;
        range -= bound;
        zeros[model] = zero - ((zero * RATES[count]!) >>> 16);
      }
      if (count < LAST_RATE) seen[model] = count + 1;
      while (range < LEAST) {
        range <<= 8;
        const following = byteAt(next);
        code = (code << 8) | (odd << 7) | (following >>> 1);
        odd = following & 1;
        next++;
      }
      if (step < 3) {
        node = (node << 1) | bit;
        model = tree + node;
        step++;
      } else if (step === 3) {
        node = ((node << 1) | bit) & 15;
        if (node === 0) break;
        model = SIGN + lastSign;
        step = 4;
      } else {
        if (step === 4) {
          negative = bit;
          lastSign = 1 + bit;
          magnitude = 1;
          if (node === ESCAPE) break;
          rest = node - 1;
        } else {
          rest--;
          magnitude = (magnitude << 1) | bit;
        }
        if (rest === 0 || step === 6) break;
        step++;
        model = HEAD + node * 4 + magnitude;
      }
    }
    if (node === 0) lastSign = 0;
    else {
      let bits = node === ESCAPE ? 6 : rest > 16 ? 16 : rest;
      let isLength = node === ESCAPE;
      while (bits > 0) {
        range >>>= bits;
        const value = (code / range) | 0;
        code -= Math.imul(value, range);
        while (range < LEAST) {
          range <<= 8;
          const following = byteAt(next);
          code = (code << 8) | (odd << 7) | (following >>> 1);
          odd = following & 1;
          next++;
        }
        if (isLength) {
          rest = value - 1;
          isLength = false;
        } else {
          magnitude = magnitude * 2 ** bits + value;
          rest -= bits;
        }
        bits = rest > 16 ? 16 : rest;
      }
    }
    numbers[index] = negative === 1 ? -magnitude : magnitude;
    level += ((magnitude < LARGEST ? magnitude : LARGEST) * 16 - level) >> 2;
  }
}
