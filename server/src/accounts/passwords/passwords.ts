// Passwords are hashed and checked here and nowhere else (argon2id); so are the rules of what may be one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND_NAMES } from '@heliograph/contract/brandNames.ts';
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import { hash, verify } from '@node-rs/argon2';
import type { Sql } from '../../platform/database/connect.ts';

const COMMON_FILE = join(import.meta.dirname, '../../../passwords/common.txt');

/** Read when a password is first chosen, 82 KB. */
let common: ReadonlySet<string> | undefined;

/** Checked for accounts that do not exist or have no password yet, so that they take as long as others. */
let nobodysHash: Promise<string> | undefined;

/** OWASP's for argon2id: 19 MiB, two passes. Other ones here are taken over by each account's next sign-in. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SUCH = '$argon2id$v=19$m=19456,t=2,p=1$';

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** After the password was found right: its hash, made again when it was made by other parameters than today's. */
export async function asHashedNow(
  sql: Sql,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string> {
  if (passwordHash.startsWith(SUCH)) return passwordHash;
  const fresh = await hashPassword(password);
  const { count } = await sql`
    update users set password_hash = ${fresh},
      demo_password_hash = case when demo_password_hash = password_hash then ${fresh} else demo_password_hash end
    where id = ${id} and password_hash = ${passwordHash}`;
  if (count === 1) return fresh;
  // Another sign-in at the same moment has done it, or the password is another one by now.
  const [now] = await sql<{ hash: string }[]>`select password_hash as hash from users where id = ${id}`;
  return now && (await passwordIsRight(now.hash, password)) ? now.hash : passwordHash;
}

/** False for an unknown account (undefined) as well, after the same work. */
export async function passwordIsRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash?.startsWith('$argon2') ? passwordHash : undefined;
  nobodysHash ??= hashPassword('nobody');
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
  const isFoundByRule = asked.length <= LONGEST_COMMON && (isRepeated(asked) || isRun(asked));
  return isFoundByRule || common.has(asked) ? 'passwordCommon' : undefined;
}

/** Nobody guesses longer ones among the first. */
const LONGEST_COMMON = 20;
/** Up to so many signs that come again and again are no more than one of them. */
const LONGEST_PART = 4;

/** "555555", "121212", "12341234": the list leaves these out, as whoever made it finds them by rule. */
function isRepeated(password: string): boolean {
  const most = Math.min(LONGEST_PART, password.length / 2);
  for (let part = 1; part <= most; part++) if (password.startsWith(password.slice(part))) return true;
  return false;
}

/** "654321", "7890123", "abcdef": left out for the same reason. */
function isRun(password: string): boolean {
  const steps = new Set(
    Array.from(password.slice(1), (sign, at) => {
      const [before, after] = [password.charCodeAt(at), sign.charCodeAt(0)];
      const step = after - before;
      // 0 follows 9.
      return isDigit(before) && isDigit(after) && Math.abs(step) === 9 ? -Math.sign(step) : step;
    }),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
