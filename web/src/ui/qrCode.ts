// A QR code of a short text, such as this portal's address: byte mode, error correction L, one block (versions 1 to 5).

/** Data and correction bytes of versions 1 to 5 at level L. */
const VERSIONS = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const;
const LEVEL_L_MASK_0 = 0b01000;

/** Multiplication in GF(256) with the polynomial of the standard. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
}

/** The correction bytes of a block (Reed-Solomon). */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < count; power++, root = times(root, 2)) {
    const longer = [...generator, 0];
    generator.forEach((factor, at) => {
      longer[at + 1]! ^= times(factor, root);
    });
    generator = longer;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at]!;
    generator.forEach((factor, step) => {
      rest[at + step]! ^= times(factor, lead);
    });
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, capacity: number, correctionCount: number): number[] {
  const bits = `0100${bytes.length.toString(2).padStart(8, '0')}${Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')}0000`;
  const data = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)).slice(0, capacity);
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  return [...data, ...correction(data, correctionCount)];
}

/** The 15 bits that tell a reader level and mask. */
function formatBits(): number {
  let rest = LEVEL_L_MASK_0;
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  return ((LEVEL_L_MASK_0 << 10) | rest) ^ 0x5412;
}

/** Rows of modules, true is dark, without the quiet zone; null when the text is too long (over 106 bytes). */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([capacity]) => bytes.length + 2 <= capacity) + 1;
  if (version === 0) return null;
  const size = 17 + 4 * version;
  const dark: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, isDark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) dark[row]![column] = isDark;
  };
  const rings = (row: number, column: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++)
        set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(row, column, 4, [2, 4]);
  if (version > 1) rings(size - 7, size - 7, 2, [1]);
  for (let at = 8; at < size - 8; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const format = formatBits();
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >>> bit) & 1) === 1;
    // Beside the upper left corner, and split between the two others.
    if (bit < 8) set(bit < 6 ? bit : bit + 1, 8, isDark);
    else set(8, bit === 8 ? 7 : 14 - bit, isDark);
    if (bit < 8) set(8, size - 1 - bit, isDark);
    else set(size - 15 + bit, 8, isDark);
  }
  set(size - 8, 8, true);

  const [capacity, correctionCount] = VERSIONS[version - 1]!;
  const stream = codewords(bytes, capacity, correctionCount);
  let bit = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (dark[row]![column] !== null) continue;
        const isOne = ((stream[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
        bit++;
        dark[row]![column] = (isOne === 1) !== ((row + column) % 2 === 0);
      }
    }
  }
  return dark as boolean[][];
}
