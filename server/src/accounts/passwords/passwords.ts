// Hashes and verifies passwords (argon2id), for the whole portal, and has the rules for choosing one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, type ErrorName } from '@heliograph/contract/errors.ts';
import { hash, verify } from '@node-rs/argon2';
import type { Sql } from '../../platform/database/connect.ts';
import { createFairQueue } from '../../platform/limits/fairQueue.ts';
import { networkOf } from '../../platform/limits/networks.ts';

const COMMON_FILE = join(import.meta.dirname, '../../../passwords/common.txt');

/** Common passwords, read when a password is first chosen; 82 KB. */
let common: ReadonlySet<string> | undefined;

/** Hash verified for accounts that do not exist or have no password yet, so that they take as long as others. */
let dummyHash: Promise<string> | undefined;

/** OWASP's parameters for argon2id: 19 MiB, two passes. If they change, each account's next sign-in rehashes its password. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** One hash at a time, in turns of the networks that ask for it: a flood of sign-ins occupies one core at most. */
const HASHING = createFairQueue({
  running: 1,
  runningPerUser: 1,
  waitingPerUser: 50,
  waiting: 500,
  timeoutMs: 15_000,
  timeoutError: () => new ApiError('tookTooLong'),
});

async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  const network = networkOf(address);
  const end = await HASHING.acquire({ group: network, user: network });
  try {
    return await work();
  } finally {
    end();
  }
}

/** `address`: of the client; '' for the server itself. */
export function hashPassword(password: string, address = ''): Promise<string> {
  return inTurn(address, () => hash(password, PARAMETERS));
}

/** Returns the hash of a password that was verified; rehashes and stores it if it has other parameters than the current ones. */
export async function rehashIfOutdated(
  sql: Sql,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string> {
  if (passwordHash.startsWith(CURRENT_PREFIX)) return passwordHash;
  const fresh = await hashPassword(password);
  const { count } = await sql`
    update users set password_hash = ${fresh},
      demo_password_hash = case when demo_password_hash = password_hash then ${fresh} else demo_password_hash end
    where id = ${id} and password_hash = ${passwordHash}`;
  if (count === 1) return fresh;
  // A concurrent sign-in has rehashed it, or the password has been changed.
  const [current] = await sql<{ hash: string }[]>`select password_hash as hash from users where id = ${id}`;
  return current && (await verifyPassword(current.hash, password)) ? current.hash : passwordHash;
}

/** Whether the password matches; false for an unknown account (undefined) as well, after the same work. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  address = '',
): Promise<boolean> {
  const known = passwordHash?.startsWith('$argon2') ? passwordHash : undefined;
  dummyHash ??= hashPassword('nobody');
  const expected = known ?? (await dummyHash);
  const right = await inTurn(address, () => verify(expected, password));
  return right && known !== undefined;
}

export type PasswordFault = Extract<ErrorName, 'passwordCommon' | 'passwordIsAccount' | 'passwordIsProduct'>;

/** Returns why a password of valid length may not be chosen, regardless of case; undefined if it may. `names`: of the portal. */
export function passwordFault(
  password: string,
  { email, names }: { email: string; names: readonly string[] },
): PasswordFault | undefined {
  const candidate = password.trim().toLowerCase();
  const account = email.trim().toLowerCase();
  if (candidate === account || candidate === account.slice(0, account.lastIndexOf('@'))) return 'passwordIsAccount';
  // Also with digits and signs before and after it.
  const core = candidate.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const forms = names.map((name) => name.toLowerCase()).flatMap((name) => [name, name.replaceAll(' ', '')]);
  if (forms.includes(core)) return 'passwordIsProduct';
  common ??= new Set(readFileSync(COMMON_FILE, 'utf8').split('\n'));
  const isFoundByRule = candidate.length <= MAX_COMMON_LENGTH && (isRepeated(candidate) || isRun(candidate));
  return isFoundByRule || common.has(candidate) ? 'passwordCommon' : undefined;
}

/** Longer repetitions and runs are not among the first guesses of an attacker. */
const MAX_COMMON_LENGTH = 20;
/** A repeated part of up to this many characters adds no strength. */
const MAX_PART_LENGTH = 4;

/** Whether it is a repetition such as "555555", "121212", "12341234": the list leaves these out, as they are found by rule. */
function isRepeated(password: string): boolean {
  const maxLength = Math.min(MAX_PART_LENGTH, password.length / 2);
  for (let part = 1; part <= maxLength; part++) if (password.startsWith(password.slice(part))) return true;
  return false;
}

/** Whether it is a run such as "654321", "7890123", "abcdef": left out for the same reason. */
function isRun(password: string): boolean {
  const steps = new Set(
    Array.from(password.slice(1), (character, at) => {
      const [before, after] = [password.charCodeAt(at), character.charCodeAt(0)];
      const step = after - before;
      // 0 follows 9.
      return isDigit(before) && isDigit(after) && Math.abs(step) === 9 ? -Math.sign(step) : step;
    }),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
