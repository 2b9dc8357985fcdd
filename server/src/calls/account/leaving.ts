// account/leaving: previews what deleting the account would remove.

import { previewDeletion } from '../../accounts/deletion/previewDeletion.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountLeaving: Handler<'account/leaving'> = async (_, { sql, session, at }) => {
  // Covers everything the account owns; row policies would show it to a call plant by plant only.
  const { plants, companies, ...leaving } = await asProcess(sql, () => previewDeletion(sql, session.userId, at));
  return {
    ...leaving,
    plants: plants.map(({ offer, ...plant }) => ({
      ...plant,
      offer: offer && { email: offer.email, expiresIso: offer.expiresAt.toISOString() },
    })),
    companies: companies.map((company) => ({ name: company.name, plants: company.plants })),
  };
};
