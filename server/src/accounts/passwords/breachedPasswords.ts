// Whether a password is known to be stolen: by a file of the operator's, or a service that hears five digits of its hash; and all else that a chosen password must not be.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { readOutside } from '../../platform/outbound/operatorFetch.ts';
import { StartupError } from '../../platform/startupError.ts';
import { passwordFault } from './passwords.ts';

/** A range has some 1,000 lines of 40 characters; padded ones are longer. */
const MAX_BYTES = 512 * 1024;
const HASH_LENGTH = 40;
/** As much as tells who does not know the password nothing: a thousand stolen ones begin so. */
const PREFIX_LENGTH = 5;
const LINE = /^[0-9A-F]{40}(:\d+)?\r?$/;
/** Longer than any line. */
const WINDOW_BYTES = 256;
const SAMPLES = 64;

/** Refuses what may not be chosen. A service that does not answer keeps nobody from choosing one: it is told in the log. */
export async function mustBeChoosable(
  { config, log }: Pick<Context, 'config' | 'log'>,
  password: string,
  email: string,
): Promise<void> {
  const fault = passwordFault(password, { email, brand: config.brand });
  if (fault) throw new Refusal(fault);
  const { stolenPasswords: source } = config;
  if (source === undefined) return;
  // As it is signed in with: spaces around it are cut.
  const hash = createHash('sha1').update(password.trim()).digest('hex').toUpperCase();
  let isStolen = false;
  try {
    isStolen = source.includes('://') ? await isInRange(source, hash) : await isInFile(source, hash);
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'whether a password is stolen cannot be told');
  }
  if (isStolen) throw new Refusal('passwordStolen');
}

/** As haveibeenpwned.com answers: the rest of each hash that begins alike, with how often it was seen; 0 is padding. */
async function isInRange(address: string, hash: string): Promise<boolean> {
  const url = new URL(`${address.replace(/\/+$/, '')}/${hash.slice(0, PREFIX_LENGTH)}`);
  const text = await readOutside(url, { mostBytes: MAX_BYTES, headers: { 'add-padding': 'true' } });
  const rest = hash.slice(PREFIX_LENGTH);
  return text.split('\n').some((line) => {
    const [suffix, count] = line.trim().split(':');
    return suffix?.toUpperCase() === rest && Number(count) > 0;
  });
}

/** Lines of a hash and a count, in the order of the hashes: found by halves, some forty reads of 40 GB. */
async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path);
  try {
    let [from, to] = [0, (await file.stat()).size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const line = await lineAfter(file, middle);
      const found = line?.text.slice(0, HASH_LENGTH);
      if (found === hash) return true;
      if (line === undefined || line.at >= to || found! > hash) to = middle;
      else from = line.at + line.text.length;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** The first line that begins at this byte or after it. */
async function lineAfter(file: FileHandle, at: number): Promise<{ at: number; text: string } | undefined> {
  const start = Math.max(0, at - 1);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, start);
  const text = buffer.toString('latin1', 0, bytesRead);
  // One that begins here has the end of another just before it.
  const begin = at === 0 ? 0 : text.indexOf('\n') + 1;
  if (begin === 0 && at !== 0) return undefined;
  const line = text.slice(begin).split('\n', 1)[0]!;
  return line === '' ? undefined : { at: start + begin, text: line };
}

/** Before anything else is done: a file that is none would find no password. */
export async function requireStolenPasswords({
  stolenPasswords: path,
}: Pick<Config, 'stolenPasswords'>): Promise<void> {
  if (path === undefined || path.includes('://')) return;
  let isOne: boolean;
  try {
    const file = await open(path);
    try {
      isOne = await isInOrder(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new StartupError(`The file ${path} of STOLEN_PASSWORDS cannot be read (${(error as Error).message}).`);
  }
  if (!isOne)
    throw new StartupError(
      `The file ${path} of STOLEN_PASSWORDS is none of SHA-1 hashes in their order: its lines are HASH:COUNT, in capitals.`,
    );
}

/** By lines from all over the file: in another order, as by how often each was seen, none would be found. */
async function isInOrder(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  let before = '';
  for (let n = 0; n < SAMPLES; n++) {
    const line = await lineAfter(file, Math.floor((size * n) / SAMPLES));
    // Within the last one none begins.
    if (n > 0 && line === undefined) continue;
    const hash = line?.text.slice(0, HASH_LENGTH) ?? '';
    if (!LINE.test(line?.text ?? '') || hash < before) return false;
    before = hash;
  }
  return true;
}
