// Offers the service of a plant to the installer whom its owner named, within a change of the plant that has begun.
import type { CallContext } from '../../context.ts';
import { sendOfferMail } from './offerMail.ts';
import { makeOffer } from './offers.ts';

/** The service starts once they accept; until then they can only view the plant. */
export async function offerService(
  caller: CallContext,
  { to, ...about }: { sid: string; plant: string; timezone: string; to: string },
): Promise<void> {
  const email = to.toLowerCase();
  const expiresAt = await makeOffer(caller, { sid: about.sid, kind: 'installer', email });
  await sendOfferMail(caller, { ...about, kind: 'installer', to: email, expiresAt });
}
