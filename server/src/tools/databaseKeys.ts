// The keys that a database needs: those of the settings, or those that an embedded database's folder has.
import type { Config } from '../config.ts';
import { KEY_FILES, readKeyFile } from '../platform/secrets/keyFiles.ts';

export function keysOf(config: Config): Pick<Config, 'secondFactorKey' | 'bdmSecrets' | 'pushKey'> {
  const { databaseUrl, dataDir, secondFactorKey, bdmSecrets, pushKey } = config;
  const stored = databaseUrl === undefined ? readKeyFile(dataDir, KEY_FILES.secondFactor) : undefined;
  return { secondFactorKey: secondFactorKey ?? stored, bdmSecrets, pushKey };
}
