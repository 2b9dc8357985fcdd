// Checks the sizes that a Parquet file declares before memory is allocated: a few kilobytes can claim gigabytes.

/** A group of an export has 25,000 rows, plus the rest of its last piece. */
export const MAX_ROWS_A_GROUP = 100_000;
export const MAX_ROWS = 1_000_000_000;
/** Uncompressed size of one column of a group: all cells with the longest text. */
const MAX_BYTES = 16 * 2 ** 20;
export const MAX_METADATA_BYTES = 64 * 2 ** 20;
/** Nesting depth; metadata of a flat table has less than ten. */
const MAX_LEVELS = 16;

const STOP = 0;
const [BOOLEANS, BYTE, INTEGERS, DOUBLE, BINARY, LIST, STRUCT] = [[1, 2], 3, [4, 5, 6], 7, 8, 9, 12] as const;

type Fields = Map<number, number | Fields>;

/** Reads Thrift's compact protocol as hyparquet does, but checks every length and depth. */
class ThriftWalk {
  private readonly bytes: Uint8Array;
  offset: number;
  constructor(bytes: Uint8Array, offset: number) {
    this.bytes = bytes;
    this.offset = offset;
  }

  struct(level = 0): Fields {
    const fields: Fields = new Map();
    for (let id = 0; ; ) {
      const byte = this.byte();
      const type = byte & 0x0f;
      if (type === STOP) return fields;
      id = byte >> 4 ? id + (byte >> 4) : this.zigzag();
      fields.set(id, this.element(type, level));
    }
  }

  /** Returns numbers and structs; skips other values. */
  private element(type: number, level: number): number | Fields {
    if (level > MAX_LEVELS) throw new Error('it is nested too deeply');
    if ((BOOLEANS as readonly number[]).includes(type)) return 0;
    if (type === BYTE) return this.byte();
    if ((INTEGERS as readonly number[]).includes(type)) return this.zigzag();
    if (type === DOUBLE) return this.skip(8);
    if (type === BINARY) return this.skip(this.varint());
    if (type === STRUCT) return this.struct(level + 1);
    if (type !== LIST) throw new Error(`it has a field of type ${type}`);
    const header = this.byte();
    const length = header >> 4 === 15 ? this.varint() : header >> 4;
    // Each element takes at least a byte.
    if (length < 0 || length > this.bytes.length - this.offset) throw new Error('it has a list that is longer than it');
    const elementType = header & 0x0f;
    for (let index = 0; index < length; index++)
      this.element((BOOLEANS as readonly number[]).includes(elementType) ? BYTE : elementType, level + 1);
    return 0;
  }

  private byte(): number {
    const byte = this.bytes[this.offset++];
    if (byte === undefined) throw new Error('it ends within a header');
    return byte;
  }

  private skip(length: number): number {
    if (length < 0 || length > this.bytes.length - this.offset) throw new Error('it has a text that is longer than it');
    this.offset += length;
    return 0;
  }

  /** Only the low part is right beyond 32 bits; those are file offsets, which hyparquet reads itself. */
  private varint(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      if (shift < 35) value |= (byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
    throw new Error('it has a number that is too long');
  }

  private zigzag(): number {
    const value = this.varint();
    return (value >>> 1) ^ -(value & 1);
  }
}

/** Throws when the metadata contains a list or text longer than the metadata itself. */
export function requireSaneMetadata(bytes: Uint8Array): void {
  new ThriftWalk(bytes, 0).struct();
}

/** Throws when a page of the column declares a size that no export has. */
export function requireSanePages(chunk: Uint8Array): void {
  let values = 0;
  let unpacked = 0;
  const counted = (count: number | Fields | undefined, max: number, what: string): number => {
    if (typeof count !== 'number' || count < 0 || count > max) throw new Error(`a page has ${count} ${what}`);
    return count;
  };
  for (let offset = 0; offset < chunk.length; ) {
    const walk = new ThriftWalk(chunk, offset);
    const header = walk.struct();
    unpacked += counted(header.get(2), MAX_BYTES, 'unpacked bytes');
    const packed = counted(header.get(3), chunk.length - walk.offset, 'bytes');
    const kinds = [5, 7, 8].flatMap((id) => {
      const kind = header.get(id);
      return kind instanceof Map ? [{ id, kind }] : [];
    });
    for (const { id, kind } of kinds) {
      const count = counted(kind.get(1), MAX_ROWS_A_GROUP, 'values');
      if (id !== 7) values += count;
      if (id !== 8) continue;
      counted(kind.get(2), count, 'missing values');
      const levels = counted(kind.get(5), packed, 'bytes of levels') + counted(kind.get(6), packed, 'bytes of levels');
      counted(levels, packed, 'bytes of levels');
    }
    if (kinds.length === 0) throw new Error('a page is of no kind that an export has');
    if (values > MAX_ROWS_A_GROUP) throw new Error(`a column has more than ${MAX_ROWS_A_GROUP} values in one group`);
    if (unpacked > MAX_BYTES) throw new Error(`a column has more than ${MAX_BYTES} bytes in one group`);
    offset = walk.offset + packed;
  }
}
