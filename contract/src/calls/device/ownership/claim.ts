// device/ownership/claim
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn, text } from '../../../entities/parts.ts';
import { file } from '../../../files.ts';
import { PROOF_BYTES } from '../../../limits.ts';
import { OWNERSHIP_KINDS } from '../../../ownership.ts';

const proof = file(PROOF_BYTES);

export const deviceOwnershipClaim = call({
  summary:
    'Claims a device that cannot be added to the plant, or its withheld reports, with one to three files as proof: pictures (PNG, JPEG or WebP, which are re-encoded) or PDF. An administrator decides. The answer is the same for every number that is not in a plant of the session.',
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({
    sid,
    sn,
    /** The only part of the reason that the plant that has the number sees. */
    kind: z.enum(OWNERSHIP_KINDS).default('other'),
    reason: text(1000, 1),
    proof,
    proof2: proof.optional(),
    proof3: proof.optional(),
  }),
  takes: { most: 3, bytesEach: PROOF_BYTES, bytesInAll: 3 * PROOF_BYTES },
  response: z.object({ id: z.string() }),
  errors: [
    ...(['siteNotFound', 'siteReadOnly', 'serialNumberTaken', 'ownershipClaimOpen', 'ownershipClaimsFull'] as const),
    ...(['proofUnreadable', 'pictureUnreadable', 'pictureTooWide', 'tooManyRequests'] as const),
    ...(['documentType', 'documentUnreadable', 'fileInfected', 'fileNotScanned'] as const),
  ],
  transaction: 'manual',
  changes: true,
  timeoutMs: 120_000,
});
