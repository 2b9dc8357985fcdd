// Marks of the keys that a database needs: they show whether a key is the same, and nothing else about it.
import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';

type Keys = Pick<Config, 'secondFactorKey' | 'bdmSecrets' | 'pushKey'>;

/** The keys are random, so that a hash of one cannot be guessed. */
const markOf = (name: string, key: Buffer | undefined): string | null =>
  key === undefined ? null : createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 32);

/** Returns a mark by setting; null: the setting is empty. */
export function marksOf({ secondFactorKey, bdmSecrets, pushKey }: Keys): Record<string, string | null> {
  const secrets = [...bdmSecrets].sort(([left], [right]) => left - right);
  const text = secrets.map(([brand, secret]) => `${brand}:${secret.toString('hex')}`).join();
  return {
    SECOND_FACTOR_KEY: markOf('SECOND_FACTOR_KEY', secondFactorKey),
    BDM_PASSWORD_SECRETS: markOf('BDM_PASSWORD_SECRETS', text === '' ? undefined : Buffer.from(text)),
    PUSH_KEY: markOf('PUSH_KEY', pushKey),
  };
}

/** Returns a sentence for each key that the backup had and that is missing or another one now. */
export function missingKeys(then: Record<string, string | null>, now: Record<string, string | null>): string[] {
  return Object.entries(then).flatMap(([name, mark]) => {
    if (mark === null || now[name] === mark) return [];
    return [now[name] ? `${name} is not the key of the backup.` : `${name} is missing; the backup was made with one.`];
  });
}
