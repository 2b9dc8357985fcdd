// A photo re-encoded: what it is by its own bytes, turned as its camera was held, no larger than needed, and nothing in it but the picture.

import { randomBytes } from 'node:crypto';
import { Refusal } from '@heliograph/contract/errors.ts';
import { PHOTO_PIXELS } from '@heliograph/contract/limits.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import type { ManualWriteContext } from '../../context.ts';
import { pictureOf } from '../../platform/files/pictureHeader.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export interface Photo {
  width: number;
  height: number;
  /** WebP. */
  bytes: Buffer;
}

/** Of the picture before it is made smaller: more than any phone takes, and less than what fills a server's memory. */
const MAX_PIXELS = 100_000_000;

/** Of a plant: re-encoded under a new name, once it is sure that the session may change the plant. */
export async function storePhoto(
  caller: ManualWriteContext,
  sid: string,
  given: Uint8Array,
): Promise<Photo & { name: string }> {
  const { session, at, read } = caller;
  // Before who may not makes the server draw.
  const { changeable } = await read((sql) => accessibleSite({ sql, session, at }, sid));
  if (!changeable) throw new Refusal('siteReadOnly');
  return await redrawn(caller, given);
}

/** Re-encoded under a new name, for who is known to be allowed it. */
export async function redrawn(
  { context, session }: Pick<ManualWriteContext, 'context' | 'session'>,
  given: Uint8Array,
): Promise<Photo & { name: string }> {
  checkPhoto(given);
  await countAttempt(context, 'pictures', session.userId);
  const photo = await photoOf(given);
  if (!photo) throw new Refusal('pictureUnreadable');
  return { ...photo, name: randomBytes(16).toString('base64url') };
}

/** Before anything is drawn: refuses what is none by its first bytes, and a few bytes that would be gigabytes of pixels. */
function checkPhoto(given: Uint8Array): void {
  const kind = pictureOf(given);
  if (!kind) throw new Refusal('pictureUnreadable');
  if (kind.width * kind.height > MAX_PIXELS) throw new Refusal('pictureTooWide', { pixels: Math.sqrt(MAX_PIXELS) });
}

/** Null: its bytes are no picture, whatever they begin with. */
async function photoOf(given: Uint8Array): Promise<Photo | null> {
  // Loaded with the first one.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(given, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: PHOTO_PIXELS, height: PHOTO_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, bytes: data };
  } catch {
    // The library knows no other kind of error for bytes that it cannot read.
    return null;
  }
}
