// Re-encodes photos: detects the type by content, applies the camera's orientation, limits the size and drops all metadata.

import { randomBytes } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { PHOTO_PIXELS } from '@heliograph/contract/limits.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import type { ManualWriteContext } from '../../context.ts';
import { pictureOf } from '../../platform/files/pictureHeader.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export interface Photo {
  width: number;
  height: number;
  /** Content as WebP. */
  bytes: Buffer;
}

/** Pictures of users are shown no larger; it keeps them far below the limit of their table. */
export const AVATAR_PIXELS = 512;
/** Maximum number of pixels of the original: more than any phone takes, less than would fill a server's memory. */
const MAX_PIXELS = 100_000_000;

/** Re-encodes a photo of a plant under a new name, after checking that the session may change the plant. Refuses with siteNotFound, siteReadOnly, and as `redrawn`. */
export async function storePhoto(
  context: ManualWriteContext,
  sid: string,
  original: Uint8Array,
): Promise<Photo & { name: string }> {
  const { session, at, read } = context;
  // Checked first, so that nobody without the right makes the server re-encode.
  const { changeable } = await read((sql) => accessibleSite({ sql, session, at }, sid));
  if (!changeable) throw new ApiError('siteReadOnly');
  return await redrawn(context, original);
}

/** Re-encodes a photo under a new name, at most `pixels` wide and high; the caller must have checked the rights. Refuses with pictureUnreadable and pictureTooWide. */
export async function redrawn(
  { context, session }: Pick<ManualWriteContext, 'context' | 'session'>,
  original: Uint8Array,
  pixels: number = PHOTO_PIXELS,
): Promise<Photo & { name: string }> {
  checkPhoto(original);
  await countAttempt(context, 'pictures', session.userId);
  const photo = await reencode(original, pixels);
  if (!photo) throw new ApiError('pictureUnreadable');
  return { ...photo, name: randomBytes(16).toString('base64url') };
}

/** Checks before decoding: refuses files that are no picture by their first bytes, and small files that would decode to gigabytes of pixels. */
function checkPhoto(original: Uint8Array): void {
  const kind = pictureOf(original);
  if (!kind) throw new ApiError('pictureUnreadable');
  if (kind.width * kind.height > MAX_PIXELS) throw new ApiError('pictureTooWide', { pixels: Math.sqrt(MAX_PIXELS) });
}

/** Returns the re-encoded photo, of which nothing but its pixels remains; null: the bytes are no valid picture. */
export async function reencode(original: Uint8Array, pixels: number = PHOTO_PIXELS): Promise<Photo | null> {
  // Loaded with the first photo.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, bytes: data };
  } catch {
    // The library has no specific error for bytes that it cannot read.
    return null;
  }
}
