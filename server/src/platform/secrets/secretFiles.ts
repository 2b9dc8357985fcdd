// Reads secret settings from files, as provided by Docker, Kubernetes and systemd: NAME_FILE instead of NAME.
import { closeSync, openSync, readSync } from 'node:fs';
import { StartupError } from '../startupError.ts';

/** Maximum size, longer than any setting; a device or a log that is named by mistake is not read completely. */
const MAX_BYTES = 64 * 1024;

/** Returns the environment with the content of these files. Throws StartupError if both NAME and NAME_FILE are set, or a file cannot be read. */
export function withSecretFiles(
  env: Record<string, string | undefined>,
  names: readonly string[],
): Record<string, string | undefined> {
  const read: Record<string, string> = {};
  for (const name of names) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim())
      throw new StartupError(`The settings ${name} and ${name}_FILE are the same setting; leave one of them out.`);
    try {
      read[name] = contentOf(path).toString('utf8').trim();
    } catch (error) {
      throw new StartupError(`The file ${path} of ${name}_FILE cannot be read (${(error as Error).message}).`);
    }
    if (read[name] === '') throw new StartupError(`The file ${path} of ${name}_FILE is empty.`);
  }
  return { ...env, ...read };
}

/** Reads a file up to the maximum size. */
function contentOf(path: string): Buffer {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > MAX_BYTES) throw new Error('it is longer than 64 KB');
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
