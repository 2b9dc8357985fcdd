// Files of proof of an ownership claim: pictures are re-encoded, PDFs are read in the sandbox of documents; both are scanned for viruses.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Proof } from '../claiming/ownership/ownershipClaims.ts';
import type { ManualWriteContext } from '../context.ts';
import { redrawn } from '../plants/pictures/reencodePhoto.ts';
import { pictureOf } from '../platform/files/pictureHeader.ts';
import { scanForViruses, singleChunk } from '../platform/outbound/virusScanner.ts';
import { textsOf } from './storeDocument.ts';

/** Returns the file as it is stored. Refuses with proofUnreadable, and as pictures and documents do. */
export async function proofOf(caller: ManualWriteContext, file: Uint8Array): Promise<Proof> {
  if (pictureOf(file)) {
    const infected = await scanForViruses(caller.context, singleChunk(file));
    if (infected) throw infected;
    return { type: 'image/webp', bytes: (await redrawn(caller, file)).bytes };
  }
  if (Buffer.from(file.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new ApiError('proofUnreadable');
  const texts = await textsOf(caller, () => singleChunk(file), { type: 'pdf', bytes: file.length });
  if (texts instanceof ApiError) throw texts;
  return { type: 'application/pdf', bytes: Buffer.from(file) };
}
