// Passwords are hashed and checked here and nowhere else (argon2id); so are the rules of what may be one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND_NAMES } from '@heliograph/contract/brandNames.ts';
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import { hash, verify } from '@node-rs/argon2';

const COMMON_FILE = join(import.meta.dirname, '../passwords/common.txt');

/** Read when a password is first chosen, 82 KB. */
let common: ReadonlySet<string> | undefined;

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

export type PasswordFault = Extract<RefusalWord, 'passwordCommon' | 'passwordIsAccount' | 'passwordIsProduct'>;

/** Why a password of the right length may not be chosen, however its letters are cased; undefined when it may. */
export function passwordFault(
  password: string,
  { email, brand }: { email: string; brand: number },
): PasswordFault | undefined {
  const asked = password.trim().toLowerCase();
  const account = email.trim().toLowerCase();
  if (asked === account || asked === account.slice(0, account.lastIndexOf('@'))) return 'passwordIsAccount';
  const names = [BRAND_NAMES[0], BRAND_NAMES[brand]].map((name) => name?.toLowerCase());
  if (names.some((name) => asked === name || asked === name?.replaceAll(' ', ''))) return 'passwordIsProduct';
  common ??= new Set(readFileSync(COMMON_FILE, 'utf8').split('\n'));
  return common.has(asked) ? 'passwordCommon' : undefined;
}
