// Writes and reads bytes in sequence: variable-length whole numbers, floats and blobs.

/** Thrown for bytes that end too soon or contain invalid values. */
export class Damaged extends Error {}

export class ByteWriter {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** Writes a whole number from 0 to below 2^53; seven bits a byte, the lowest first, the top bit set if more follow. */
  count(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.length++] = rest;
  }

  /** Writes a whole number of magnitude up to 2^52: 0, -1, 1, -2, ... become 0, 1, 2, 3, ... */
  signed(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  float32(value: number): void {
    this.#reserve(4);
    this.#view.setFloat32(this.length, value, true);
    this.length += 4;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.length, value, false);
    this.length += 8;
  }

  uint32(value: number, at: number): void {
    this.#view.setUint32(at, value, true);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.length);
    this.length += value.length;
  }

  /** Copies all written bytes. */
  copyTo(target: Uint8Array, at: number): void {
    for (let n = 0; n < this.length; n++) target[at + n] = this.#bytes[n]!;
  }

  /** Returns a copy of the written bytes. */
  toBytes(from = 0): Uint8Array {
    return this.#bytes.slice(from, this.length);
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  at: number;
  readonly end: number;
  /** Format version of the bytes. */
  readonly version: number;

  constructor(bytes: Uint8Array, at = 0, end: number = bytes.length, version = 1) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = at;
    this.end = end;
    this.version = version;
  }

  #advance(length: number): number {
    const at = this.at;
    if (length > this.end - at) throw new Damaged('bytes end too soon');
    this.at = at + length;
    return at;
  }

  byte(): number {
    return this.bytes[this.#advance(1)]!;
  }

  count(): number {
    let value = 0;
    for (let weight = 1; weight < 2 ** 56; weight *= 128) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
    throw new Damaged('a number is too long');
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  float32(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.#advance(8), false);
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  /** Skips bytes and returns the offset of the first one. */
  skip(length: number): number {
    return this.#advance(length);
  }
}
