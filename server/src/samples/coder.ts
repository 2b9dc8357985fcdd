// Entropy coding of whole numbers near zero: an adaptive binary range coder whose contexts follow the size of the preceding numbers.
//
// docs/develop/block-format.md describes it so that a reader can be written in any language. All arithmetic is on whole numbers.

/** Contexts of a number: the size of the preceding ones as a bit length, 0 to 26. */
const SIZES = 27;
/** Models in each context: whether the number is shorter; how much longer, one step at a time; how much shorter. */
const UP = 1;
const DOWN = 16;
const STEPS = 15;
const SIGN = SIZES * 32;
/** The two bits after the leading one, for short numbers; sign and bits of longer ones follow no pattern. */
const HEAD = SIGN + 3;
const PATTERNED = 5;
const MODELS = HEAD + (PATTERNED + 1) * 4;

/** Adaptation rate of a probability to the coded bit: 1 / (n + 2) after n bits in a context, at least 1/32. */
const RATES = Uint16Array.from({ length: 31 }, (_, n) => Math.round(65536 / (n + 2)));
const LAST_RATE = RATES.length - 1;

/** Probability that a bit is 0, of 65536, and number of bits coded so far; reset for each run. Shared: coding is synchronous. */
const zeros = new Uint16Array(MODELS);
const coded = new Uint8Array(MODELS);

function reset(): void {
  zeros.fill(32768);
  coded.fill(0);
}

/** Bit length of 2^53. */
const LONGEST = 54;

/** The magnitude that enters the context is limited to this, so that it stays a small whole number. */
const LARGEST = 2 ** 24 - 1;

const bitLength = (magnitude: number): number =>
  magnitude < 4294967296 ? 32 - Math.clz32(magnitude) : 64 - Math.clz32(Math.floor(magnitude / 4294967296));

/** The window on the code is 31 bits wide, so that all its arithmetic fits in 32-bit integers. */
const TOP = 0x7fffffff;
/** The window moves by eight bits as often as the range is below this. */
const MIN_RANGE = 1 << 23;

/** Output buffer; grows as needed. */
let out = new Uint8Array(1 << 16);
let outLength = 0;
/** Lower end of the range; the 32nd bit is a carry. */
let low = 0;
let range = 0;
/** The last byte, held back as long as a carry may reach it, -1 at first; and the number of bytes of 255 after it. */
let heldByte = 0;
let pending = 0;

function putByte(byte: number): void {
  if (outLength === out.length) {
    const larger = new Uint8Array(out.length * 2);
    larger.set(out);
    out = larger;
  }
  out[outLength++] = byte;
}

function moveWindow(): void {
  if (low < 0x7f800000 || low > TOP) {
    const carry = low > TOP ? 1 : 0;
    if (heldByte >= 0) putByte(heldByte + carry);
    for (; pending > 0; pending--) putByte((255 + carry) & 255);
    heldByte = (low >>> 23) & 255;
  } else pending++;
  low = (low & (MIN_RANGE - 1)) << 8;
}

function putBit(model: number, bit: number): void {
  const zero = zeros[model]!;
  const count = coded[model]!;
  const bound = Math.imul(range >>> 12, zero >>> 4 || 1);
  if (bit === 0) {
    range = bound;
    zeros[model] = zero + (((65535 - zero) * RATES[count]!) >>> 16);
  } else {
    low += bound;
    range -= bound;
    zeros[model] = zero - ((zero * RATES[count]!) >>> 16);
  }
  if (count < LAST_RATE) coded[model] = count + 1;
  while (range < MIN_RANGE) {
    moveWindow();
    range <<= 8;
  }
}

/** Writes up to 16 bits that follow no pattern. */
function putPlain(value: number, bits: number): void {
  range >>>= bits;
  low += value * range;
  while (range < MIN_RANGE) {
    moveWindow();
    range <<= 8;
  }
}

/**
 * Encodes whole numbers of magnitude up to 2^53. Trailing zero bytes are cut, so the length must be stored with the bytes.
 * Returns a copy.
 */
export function encodeNumbers(numbers: Float64Array, from = 0): Uint8Array {
  reset();
  outLength = 0;
  low = 0;
  range = TOP;
  heldByte = -1;
  pending = 0;
  let level = 0;
  let lastSign = 0;
  for (let index = from; index < numbers.length; index++) {
    const number = numbers[index]!;
    const magnitude = number < 0 ? -number : number;
    const length = bitLength(magnitude);
    const size = 32 - Math.clz32(level >>> 3);
    const context = size * 32;
    if (size > 0) putBit(context, length < size ? 1 : 0);
    if (length < size) {
      for (let step = size - 1; step > 0; step--) {
        putBit(context + DOWN + Math.min(size - 1 - step, STEPS), step === length ? 0 : 1);
        if (step === length) break;
      }
    } else {
      for (let step = size; step < LONGEST; step++) {
        putBit(context + UP + Math.min(step - size, STEPS - 1), step === length ? 0 : 1);
        if (step === length) break;
      }
    }
    const sign = number < 0 ? 1 : 0;
    if (length > PATTERNED) {
      // The sign replaces the leading one bit.
      const bits = length > 16 ? 16 : length;
      let rest = length - bits;
      const top = Math.floor(magnitude / 2 ** rest);
      putPlain(sign === 1 ? top : top - (1 << (bits - 1)), bits);
      while (rest > 0) {
        const more = rest > 16 ? 16 : rest;
        rest -= more;
        putPlain(Math.floor(magnitude / 2 ** rest) % 2 ** more, more);
      }
    } else if (length > 0) {
      putBit(SIGN + lastSign, sign);
      let rest = length - 1;
      let prefix = 1;
      for (let modelled = 0; modelled < 2 && rest > 0; modelled++) {
        rest--;
        const bit = (magnitude >>> rest) & 1;
        putBit(HEAD + length * 4 + prefix, bit);
        prefix = (prefix << 1) | bit;
      }
      if (rest > 0) putPlain(magnitude & ((1 << rest) - 1), rest);
    }
    lastSign = length === 0 ? 0 : 1 + sign;
    level += ((magnitude < LARGEST ? magnitude : LARGEST) * 16 - level) >> 2;
  }
  finish();
  return out.slice(0, outLength);
}

/** Chooses, of all codes that decode to the same numbers, the one with most trailing zeros; zeros at the end are not stored. */
function finish(): void {
  for (const unit of [2 ** 31, 2 ** 23, 2 ** 15, 2 ** 7, 1]) {
    const value = Math.ceil(low / unit) * unit;
    if (value < low + range) {
      low = value;
      break;
    }
  }
  for (let count = 0; count < 5; count++) moveWindow();
  while (outLength > 0 && out[outLength - 1] === 0) outLength--;
}

/** Bytes being decoded from `next` to `end`; empty between two calls, so that no block is kept in memory. */
const NO_BYTES: Uint8Array = new Uint8Array(0);
let source = NO_BYTES;
let next = 0;
let end = 0;
/** 31 bits of the bytes before `next`, minus the lower end of the range; the odd bit is added with the next move. */
let code = 0;
let odd = 0;

/** Returns zero after the end, as zeros at the end are not stored. */
const nextByte = (): number => {
  const byte = next < end ? source[next]! : 0;
  next++;
  return byte;
};

function refill(): void {
  while (range < MIN_RANGE) {
    range <<= 8;
    const byte = nextByte();
    code = (code << 8) | (odd << 7) | (byte >>> 1);
    odd = byte & 1;
  }
}

function readBit(model: number): number {
  const zero = zeros[model]!;
  const count = coded[model]!;
  const bound = Math.imul(range >>> 12, zero >>> 4 || 1);
  let bit = 0;
  if (code < bound) {
    range = bound;
    zeros[model] = zero + (((65535 - zero) * RATES[count]!) >>> 16);
  } else {
    bit = 1;
    code -= bound;
    range -= bound;
    zeros[model] = zero - ((zero * RATES[count]!) >>> 16);
  }
  if (count < LAST_RATE) coded[model] = count + 1;
  refill();
  return bit;
}

function readPlain(bits: number): number {
  range >>>= bits;
  const value = (code / range) | 0;
  code -= Math.imul(value, range);
  refill();
  return value;
}

/** Reads the bit length of a number in the context of a size. */
function readLength(size: number): number {
  const context = size * 32;
  let length = size;
  if (size > 0 && readBit(context) === 1) {
    length--;
    while (length > 0 && readBit(context + DOWN + Math.min(size - 1 - length, STEPS)) === 1) length--;
  } else {
    while (length < LONGEST && readBit(context + UP + Math.min(length - size, STEPS - 1)) === 1) length++;
  }
  return length;
}

/** Reads a number longer than `PATTERNED` bits: the sign replaces the leading one bit. */
function readLong(length: number): number {
  const bits = length > 16 ? 16 : length;
  const top = readPlain(bits);
  const leading = 1 << (bits - 1);
  let magnitude = top | leading;
  for (let rest = length - bits; rest > 0; ) {
    const more = rest > 16 ? 16 : rest;
    rest -= more;
    magnitude = magnitude * 2 ** more + readPlain(more);
  }
  return top >= leading ? -magnitude : magnitude;
}

/** Reads a number of 1 to `PATTERNED` bits. */
function readShort(length: number, lastSign: number): number {
  const sign = readBit(SIGN + lastSign);
  let rest = length - 1;
  let magnitude = 1;
  for (let modelled = 0; modelled < 2 && rest > 0; modelled++) {
    rest--;
    magnitude = (magnitude << 1) | readBit(HEAD + length * 4 + magnitude);
  }
  if (rest > 0) magnitude = magnitude * 2 ** rest + readPlain(rest);
  return sign === 1 ? -magnitude : magnitude;
}

/**
 * Decodes into `numbers` from index `from` on. Bytes that are no encoding yield arbitrary numbers, and decoding terminates:
 * verify a checksum first.
 */
export function decodeNumbers(bytes: Uint8Array, at: number, endAt: number, numbers: Float64Array, from = 0): void {
  reset();
  source = bytes;
  next = at;
  end = endAt;
  range = TOP;
  const first = ((nextByte() << 24) | (nextByte() << 16) | (nextByte() << 8) | nextByte()) >>> 0;
  code = first >>> 1;
  odd = first & 1;
  let level = 0;
  let lastSign = 0;
  for (let index = from; index < numbers.length; index++) {
    const length = readLength(32 - Math.clz32(level >>> 3));
    let number = 0;
    if (length > PATTERNED) number = readLong(length);
    else if (length > 0) number = readShort(length, lastSign);
    numbers[index] = number;
    const magnitude = number < 0 ? -number : number;
    lastSign = length === 0 ? 0 : number < 0 ? 2 : 1;
    level += ((magnitude < LARGEST ? magnitude : LARGEST) * 16 - level) >> 2;
  }
  source = NO_BYTES;
}
