// Checks a chosen password: against a list of stolen ones (a file of the operator's, or a service that receives five digits of its hash) and against all other rules.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { fetchText } from '../../platform/outbound/operatorFetch.ts';
import { StartupError } from '../../platform/startupError.ts';
import { passwordFault } from './passwords.ts';

/** Maximum size of an answer: a range has some 1,000 lines of 40 characters; padded ones are longer. */
const MAX_BYTES = 512 * 1024;
const HASH_LENGTH = 40;
/** Digits sent to the service; they disclose nothing of the password, as a thousand stolen ones share them. */
/** Refused whatever the brands are called. */
const PRODUCT = 'Heliograph';
const PREFIX_LENGTH = 5;
const LINE = /^[0-9A-F]{40}(:\d+)?\r?$/;
/** Bytes read at once, more than any line has. */
const WINDOW_BYTES = 256;
const SAMPLES = 64;

/** Refuses a password that may not be chosen. If the service does not answer, the password is accepted and the failure is logged. */
export async function assertPasswordAllowed(
  { sql, config, log }: Pick<Context, 'sql' | 'config' | 'log'>,
  password: string,
  email: string,
): Promise<void> {
  const brands = await sql<{ name: string }[]>`select name from brands`;
  const fault = passwordFault(password, { email, names: [PRODUCT, ...brands.map(({ name }) => name)] });
  if (fault) throw new ApiError(fault);
  const { stolenPasswords: source } = config;
  if (source === undefined) return;
  // Trimmed, as sign-in does.
  const hash = createHash('sha1').update(password.trim()).digest('hex').toUpperCase();
  let isStolen = false;
  try {
    isStolen = source.includes('://') ? await isInRange(source, hash) : await isInFile(source, hash);
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'could not check whether a password is stolen');
  }
  if (isStolen) throw new ApiError('passwordStolen');
}

/** Asks a service with the format of haveibeenpwned.com: the rest of each hash with this prefix, and how often it was seen; 0 is padding. */
async function isInRange(address: string, hash: string): Promise<boolean> {
  const url = new URL(`${address.replace(/\/+$/, '')}/${hash.slice(0, PREFIX_LENGTH)}`);
  const text = await fetchText(url, { mostBytes: MAX_BYTES, headers: { 'add-padding': 'true' } });
  const rest = hash.slice(PREFIX_LENGTH);
  return text.split('\n').some((line) => {
    const [suffix, count] = line.trim().split(':');
    return suffix?.toUpperCase() === rest && Number(count) > 0;
  });
}

/** Searches a file with lines of a hash and a count, sorted by hash: binary search, some forty reads in 40 GB. */
async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path);
  try {
    let [from, to] = [0, (await file.stat()).size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const line = await lineAfter(file, middle);
      const candidate = line?.text.slice(0, HASH_LENGTH);
      if (candidate === hash) return true;
      if (line === undefined || line.at >= to || candidate! > hash) to = middle;
      else from = line.at + line.text.length;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Returns the first line that begins at this byte or after it, with its position in bytes; undefined: there is none. */
async function lineAfter(file: FileHandle, at: number): Promise<{ at: number; text: string } | undefined> {
  const start = Math.max(0, at - 1);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, start);
  const text = buffer.toString('latin1', 0, bytesRead);
  // A line that begins at this byte has the end of another just before it.
  const begin = at === 0 ? 0 : text.indexOf('\n') + 1;
  if (begin === 0 && at !== 0) return undefined;
  const line = text.slice(begin).split('\n', 1)[0]!;
  return line === '' ? undefined : { at: start + begin, text: line };
}

/** Checks the file at start: in a file of another format no password would be found. Throws StartupError. */
export async function requireStolenPasswords({
  stolenPasswords: path,
}: Pick<Config, 'stolenPasswords'>): Promise<void> {
  if (path === undefined || path.includes('://')) return;
  let isSorted: boolean;
  try {
    const file = await open(path);
    try {
      isSorted = await isInOrder(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new StartupError(`The file ${path} of STOLEN_PASSWORDS cannot be read (${(error as Error).message}).`);
  }
  if (!isSorted)
    throw new StartupError(
      `The file ${path} of STOLEN_PASSWORDS is none of SHA-1 hashes in their order: its lines are HASH:COUNT, in capitals.`,
    );
}

/** Checks lines from all over the file: in another order, such as by count, no hash would be found. */
async function isInOrder(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  let previous = '';
  for (let n = 0; n < SAMPLES; n++) {
    const line = await lineAfter(file, Math.floor((size * n) / SAMPLES));
    // No line begins within the last line.
    if (n > 0 && line === undefined) continue;
    const hash = line?.text.slice(0, HASH_LENGTH) ?? '';
    if (!LINE.test(line?.text ?? '') || hash < previous) return false;
    previous = hash;
  }
  return true;
}
