// Key of second factors in a demonstration without SECOND_FACTOR_KEY: made at its first start, as private as the database's password beside it.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

export const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'second-factor-key');

/** Returns the settings with a key. In production the key stays a setting. */
export function withDemoKey(config: Config): Config {
  if (config.production || config.secondFactorKey) return config;
  const file = keyFile(config);
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return { ...config, secondFactorKey: Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') };
}
