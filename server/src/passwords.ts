// Passwords are hashed and checked here and nowhere else (argon2id).
import { hash, verify } from '@node-rs/argon2';

/** Checked for accounts that do not exist or have no password yet, so that they take as long as others. */
let nobodysHash: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** False for an unknown account (undefined) as well, after the same work. */
export async function passwordIsRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash?.startsWith('$argon2') ? passwordHash : undefined;
  nobodysHash ??= hash('nobody');
  const right = await verify(known ?? (await nobodysHash), password);
  return right && known !== undefined;
}
