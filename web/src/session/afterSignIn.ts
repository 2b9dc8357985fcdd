// Where one goes after sign-in: within the router, or, where sign-in came alone, into the portal that is loaded then.

type Open = (address: string) => Promise<void>;
let open: Open = async (address) => location.replace(address);
let isNew = false;

/** Whoever draws pages says how another one takes the place of sign-in. */
export function opensBy(how: Open): void {
  open = how;
}

/** `address`: a path of this site with its query. */
export async function openAfterSignIn(address: string): Promise<void> {
  isNew = true;
  await open(address);
}

/** Whether one has just signed in, and nobody was told. */
export const hasSignedIn = (): boolean => isNew;

/** The same, told once. */
export function consumeSignedIn(): boolean {
  const was = isNew;
  isNew = false;
  return was;
}
