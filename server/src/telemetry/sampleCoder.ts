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

/** How far a probability moves towards what was seen: 1/(n + 1.5) at the n-th time in a context, at least 1/40. */
const RATES = Uint16Array.from({ length: 40 }, (_, n) => Math.round(65536 / Math.min(40, n + 1.5)));
const LAST_RATE = RATES.length - 1;

/** Probability that a bit is 0, of 65536, and how often it was asked; reset for each run. Shared: coding is synchronous. */
const zeros = new Uint16Array(MODELS);
const seen = new Uint8Array(MODELS);

function reset(): void {
  zeros.fill(32768);
  seen.fill(0);
}

/** The magnitude that enters the context is cut here, so that it stays a small whole number. */
const LARGEST = 2 ** 24 - 1;

const bitLength = (magnitude: number): number =>
  magnitude < 4294967296 ? 32 - Math.clz32(magnitude) : 64 - Math.clz32(Math.floor(magnitude / 4294967296));

/** Where bytes are gathered; grows as needed. */
let out = new Uint8Array(1 << 16);
let outLength = 0;
let low = 0;
let range = 0;
let cache = 0;
let pending = 0;

function putByte(byte: number): void {
  if (outLength === out.length) {
    const larger = new Uint8Array(out.length * 2);
    larger.set(out);
    out = larger;
  }
  out[outLength++] = byte;
}

/** Moves the top byte of `low` out; a carry runs through the 255s that wait. */
function shiftLow(): void {
  if (low < 0xff000000 || low > 0xffffffff) {
    const carry = low > 0xffffffff ? 1 : 0;
    if (cache >= 0) putByte((cache + carry) & 255);
    for (; pending > 0; pending--) putByte((255 + carry) & 255);
    cache = Math.floor(low / 16777216) & 255;
  } else pending++;
  low = (low % 16777216) * 256;
}

function putBit(model: number, bit: number): void {
  const zero = zeros[model]!;
  const count = seen[model]!;
  const bound = (range >>> 12) * (zero >>> 4 || 1);
  if (bit === 0) {
    range = bound;
    zeros[model] = zero + (((65535 - zero) * RATES[count]!) >>> 16);
  } else {
    low += bound;
    range = (range - bound) >>> 0;
    zeros[model] = zero - ((zero * RATES[count]!) >>> 16);
  }
  if (count < LAST_RATE) seen[model] = count + 1;
  while (range < 16777216) {
    shiftLow();
    range = (range << 8) >>> 0;
  }
}

/** Up to 16 bits that follow no pattern. */
function putPlain(value: number, bits: number): void {
  range >>>= bits;
  low += value * range;
  while (range < 16777216) {
    shiftLow();
    range = (range << 8) >>> 0;
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
  range = 0xffffffff;
  cache = -1;
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
    level += ((magnitude < LARGEST ? magnitude : LARGEST) * 16 - level) >> 3;
  }
  finish();
  return out.slice(0, outLength);
}

/** Of all numbers that decode to the same, the one that ends in most zeros; zeros at the end are not stored. */
function finish(): void {
  for (let zeroBits = 32; zeroBits >= 0; zeroBits -= 8) {
    const unit = 2 ** zeroBits;
    const value = Math.ceil(low / unit) * unit;
    if (value < low + range) {
      low = value;
      break;
    }
  }
  for (let count = 0; count < 5; count++) shiftLow();
  while (outLength > 0 && out[outLength - 1] === 0) outLength--;
}

/** The inverse: `count` numbers from these bytes. Bytes that are no encoding give numbers, never an endless loop: check a sum first. */
export function decodeNumbers(bytes: Uint8Array, at: number, end: number, numbers: Float64Array, from = 0): void {
  reset();
  let range = 0xffffffff;
  let code = 0;
  for (let count = 0; count < 4; count++, at++) code = ((code << 8) | (at < end ? bytes[at]! : 0)) >>> 0;
  let level = 0;
  let lastSign = 0;

  function bitOf(model: number): number {
    const zero = zeros[model]!;
    const count = seen[model]!;
    const bound = (range >>> 12) * (zero >>> 4 || 1);
    let bit: number;
    if (code < bound) {
      bit = 0;
      range = bound;
      zeros[model] = zero + (((65535 - zero) * RATES[count]!) >>> 16);
    } else {
      bit = 1;
      code = (code - bound) >>> 0;
      range = (range - bound) >>> 0;
      zeros[model] = zero - ((zero * RATES[count]!) >>> 16);
    }
    if (count < LAST_RATE) seen[model] = count + 1;
    while (range < 16777216) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | (at < end ? bytes[at]! : 0)) >>> 0;
      at++;
    }
    return bit;
  }
  function plain(bits: number): number {
    range >>>= bits;
    const value = Math.floor(code / range);
    code = (code - value * range) >>> 0;
    while (range < 16777216) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | (at < end ? bytes[at]! : 0)) >>> 0;
      at++;
    }
    return value;
  }

  for (let index = from; index < numbers.length; index++) {
    const tree = TREE + (32 - Math.clz32(level >>> 3)) * 16;
    let node = 2 | bitOf(tree + 1);
    node = (node << 1) | bitOf(tree + node);
    node = (node << 1) | bitOf(tree + node);
    node = (node << 1) | bitOf(tree + node);
    const symbol = node & 15;
    let magnitude = 0;
    let negative = 0;
    if (symbol > 0) {
      negative = bitOf(SIGN + lastSign);
      lastSign = 1 + negative;
      let rest: number;
      if (symbol === ESCAPE) {
        rest = plain(6) - 1;
        magnitude = 1;
      } else {
        rest = symbol - 1;
        magnitude = 1;
        for (let modelled = 0; modelled < 2 && rest > 0; modelled++) {
          rest--;
          magnitude = (magnitude << 1) | bitOf(HEAD + symbol * 4 + magnitude);
        }
      }
      while (rest > 0) {
        const bits = rest > 16 ? 16 : rest;
        rest -= bits;
        magnitude = magnitude * 2 ** bits + plain(bits);
      }
    } else lastSign = 0;
    numbers[index] = negative === 1 ? -magnitude : magnitude;
    level += ((magnitude < LARGEST ? magnitude : LARGEST) * 16 - level) >> 3;
  }
}
