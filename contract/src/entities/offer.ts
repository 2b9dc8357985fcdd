// An unanswered offer of a plant or of its service assignment.
import { z } from 'zod';

/** `owner`: they become the owner. `installer`: their company services the plant. */
const OFFER_KINDS = ['owner', 'installer'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];
export const offerKind = z.enum(OFFER_KINDS);
