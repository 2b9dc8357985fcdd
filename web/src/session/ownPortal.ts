// Pages of a brand with host names of its own: people of its companies sign in there, as their passkeys, links in mails and notices are of that address.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { brand } from '../brand/portal.ts';
import { signOut } from './signOut.ts';

/** Fragment of the sign-in page to which somebody was sent from another brand's. */
export const FROM_OTHER_PORTAL = '#portal';

/** Ends the session and opens sign-in of the user's own portal; returns false, and does nothing, if this is it. `redirect`: the page to open there. */
export async function leaveForOwnPortal({ oemweb }: UserInfo, redirect: string | null): Promise<boolean> {
  if (brand.url === '' || oemweb === brand.url) return false;
  await signOut();
  const query = redirect === null ? '' : `?${new URLSearchParams({ redirect })}`;
  location.replace(`${oemweb}${PATHS.SignIn}${query}${FROM_OTHER_PORTAL}`);
  return true;
}
