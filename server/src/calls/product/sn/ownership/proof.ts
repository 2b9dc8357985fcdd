// product/sn/ownership/proof: a file of proof of an ownership claim.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Proof } from '../../../../claiming/ownership/ownershipClaims.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { singleChunk } from '../../../../platform/outbound/virusScanner.ts';

export const productSnOwnershipProof: Handler<'product/sn/ownership/proof'> = async (
  { id, position, side },
  { read },
) => {
  const [proof] = await read(
    (sql) => sql<Proof[]>`select type, bytes from ownership_proof(${id}, ${position}, ${side === 'holder'})`,
  );
  if (!proof) throw new ApiError('ownershipClaimNotFound');
  const { type, bytes } = proof;
  const ending = type === 'application/pdf' ? 'pdf' : 'webp';
  return {
    name: `${side === 'holder' ? 'answer' : 'proof'}-${position + 1}.${ending}`,
    type,
    content: singleChunk(bytes),
  };
};
