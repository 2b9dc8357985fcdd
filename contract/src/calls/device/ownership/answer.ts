// device/ownership/answer
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, text } from '../../../entities/parts.ts';
import { file } from '../../../files.ts';
import { PROOF_BYTES } from '../../../limits.ts';

const proof = file(PROOF_BYTES).optional();

export const deviceOwnershipAnswer = call({
  summary:
    "Answers a claim for a device of the plant (`contested` of device/ownership): the device is the claimant's, or it is not, with a text and up to three files as proof. An answer replaces the one before; an administrator decides. The claimant does not see it.",
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({
    sid,
    id: z.uuid(),
    /** `theirs`: the device is the claimant's. It moves only when an administrator accepts the claim. */
    answer: z.enum(['ours', 'theirs']),
    text: text(1000),
    proof,
    proof2: proof,
    proof3: proof,
  }),
  takes: { most: 3, bytesEach: PROOF_BYTES, bytesInAll: 3 * PROOF_BYTES },
  response: z.object({}),
  errors: [
    ...(['siteNotFound', 'siteReadOnly', 'ownershipClaimNotFound', 'tooManyRequests'] as const),
    ...(['proofUnreadable', 'pictureUnreadable', 'pictureTooWide'] as const),
    ...(['documentType', 'documentUnreadable', 'fileInfected', 'fileNotScanned'] as const),
  ],
  transaction: 'manual',
  changes: true,
  timeoutMs: 120_000,
});
