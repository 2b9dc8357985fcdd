// An offer of a plant, or of its care, that the other side has not answered yet.
import { z } from 'zod';

/** `owner`: the plant becomes theirs. `installer`: they and their company look after it. */
const OFFER_KINDS = ['owner', 'installer'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];
export const offerKind = z.enum(OFFER_KINDS);
