// product/sn/ownership: open ownership claims, with what is known of both sides.
import { answerUntil } from '../../../claiming/ownership/contestedNumbers.ts';
import { claimsToDecide } from '../../../claiming/ownership/ownershipClaims.ts';
import type { Handler } from '../../../platform/handler.ts';

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export const productSnOwnership: Handler<'product/sn/ownership'> = async ({ page }, { sql }) => {
  const claims = await claimsToDecide(sql, page);
  return {
    list: claims.map((claim) => ({
      id: claim.id,
      sn: claim.sn,
      kind: claim.kind,
      reason: claim.reason,
      claimedIso: isoOf(claim.claimedAt),
      proofs: claim.proofs,
      claimant: {
        sid: claim.sid,
        siteName: claim.siteName,
        companyName: claim.companyName,
        isConfirmed: claim.isConfirmed,
        email: claim.email,
      },
      holder:
        claim.holderSid === null
          ? null
          : {
              sid: claim.holderSid,
              siteName: claim.holderSite,
              companyName: claim.holderCompany,
              sinceIso: isoOf(claim.holderSince),
              attached: claim.attached,
              askedIso: isoOf(claim.askedAt),
              answerUntilIso: isoOf(claim.askedAt && answerUntil(claim.askedAt)),
              answer: claim.answeredAt && {
                agrees: claim.agrees,
                text: claim.answer,
                proofs: claim.answerProofs,
                answeredIso: isoOf(claim.answeredAt),
              },
            },
      firstSeenIso: isoOf(claim.firstSeenAt),
      lastSeenIso: isoOf(claim.lastSeenAt),
      network: claim.network,
      stockCompany: claim.stockCompany,
      isRestricted: claim.restricted,
      withheld: claim.withheld,
    })),
    total: claims[0]?.total ?? 0,
  };
};
