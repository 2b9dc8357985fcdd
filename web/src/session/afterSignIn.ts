// Where one goes after sign-in: within the router, or, where sign-in came alone, into the portal that is loaded then.

type Open = (address: string) => Promise<void>;
let open: Open = async (address) => location.replace(address);

/** Whoever draws pages says how another one takes the place of sign-in. */
export function opensBy(how: Open): void {
  open = how;
}

/** `address`: a path of this site with its query. */
export const openAfterSignIn = (address: string): Promise<void> => open(address);
