// Navigation after sign-in: within the router, or, where the sign-in page was loaded alone, by loading the portal.

type Open = (address: string) => Promise<void>;
let open: Open = async (address) => location.replace(address);
let isNew = false;

/** Registers how the page after sign-in is opened. */
export function setAfterSignIn(openAddress: Open): void {
  open = openAddress;
}

/** Opens `address`, a path of this site with its query. */
export async function openAfterSignIn(address: string): Promise<void> {
  isNew = true;
  await open(address);
}

/** Returns whether the user has just signed in and the notice was not shown yet. */
export const hasSignedIn = (): boolean => isNew;

/** Returns the same and resets it. */
export function consumeSignedIn(): boolean {
  const hadSignedIn = isNew;
  isNew = false;
  return hadSignedIn;
}
