// Marks of brands: re-encodes an uploaded picture as a square PNG, which keeps nothing but its pixels.
import { createHash } from 'node:crypto';

/** Pixels of a stored mark, each side: that of the largest icon. */
const STORED_PIXELS = 512;
const MAX_PIXELS = 40_000_000;
const SECONDS = 10;
const FORMATS: ReadonlySet<string> = new Set(['svg', 'png', 'jpeg', 'webp']);
/** Pixels per inch at which a pixel of an SVG is one of the picture. */
const SVG_DENSITY = 72;
/** Side of the marks that ship with the portal. */
const SVG_SIDE = 32;

/** Returns the picture as a square PNG with transparent borders. Rejects anything that is not a picture. */
export async function renderMark(picture: Uint8Array, pixels: number): Promise<Buffer> {
  // Loaded with the first mark.
  const { default: sharp } = await import('sharp');
  const density = Math.min(2400, (SVG_DENSITY * pixels) / SVG_SIDE);
  const image = sharp(picture, { density, limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { format } = await image.metadata();
  if (!FORMATS.has(format)) throw new Error(`a mark cannot be made from ${format}`);
  return await image
    .resize({ width: pixels, height: pixels, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .timeout({ seconds: SECONDS })
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}

/** Side of the mark on a maskable icon: phones cut a circle of at least 80% of the icon, and the square in it has 56%. */
const SAFE_SHARE = 0.56;

/** Returns the picture on an opaque ground, small enough that no shape of a phone's icons cuts it. */
export async function renderMaskable(picture: Uint8Array, pixels: number, ground: string): Promise<Buffer> {
  const mark = await renderMark(picture, Math.round(pixels * SAFE_SHARE));
  const { default: sharp } = await import('sharp');
  return await sharp({ create: { width: pixels, height: pixels, channels: 3, background: ground } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Returns the mark as it is stored, and an id that changes with it; null: the bytes are not a picture. */
export async function markOf(picture: Uint8Array): Promise<{ png: Buffer; contentId: string } | null> {
  try {
    const png = await renderMark(picture, STORED_PIXELS);
    return { png, contentId: createHash('sha256').update(png).digest('base64url').slice(0, 16) };
  } catch {
    return null;
  }
}
