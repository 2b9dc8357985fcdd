// Settings that a demonstration has without its operator: keys made at the first start, as private as the database's password beside them, and mails stored on this server.
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BRANDS } from '../brands/defaultBrands.ts';
import type { Config } from '../config.ts';
import { unusableDataDir } from '../platform/database/embedded/places.ts';
import { makeFolder } from '../platform/files/makeFolder.ts';

type Folder = Pick<Config, 'dataDir'>;

/** Files in the data folder, each with one key of 32 bytes. */
export const KEY_FILES = {
  secondFactor: 'second-factor-key',
  bdmPasswords: 'bdm-password-key',
  firmware: 'firmware-key',
} as const;

/** Returns the settings with those that are missing. In production they stay settings of the operator. */
export function withDemoDefaults(config: Config): Config {
  if (config.production) return config;
  return {
    ...config,
    secondFactorKey: config.secondFactorKey ?? keyIn(config, KEY_FILES.secondFactor),
    bdmSecrets: config.bdmSecrets.size > 0 ? config.bdmSecrets : bdmSecrets(keyIn(config, KEY_FILES.bdmPasswords)),
    firmwareKeys: config.firmwareKeys.length > 0 ? config.firmwareKeys : [rawKeyOf(firmwareKey(config))],
    mail: config.mail ?? {
      smtpUrl: null,
      from: 'portal@example.com',
    },
  };
}

/** Private Ed25519 key of the demonstration's maker, with which its firmware is signed. */
export function firmwareKey(config: Folder): KeyObject {
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([header, keyIn(config, KEY_FILES.firmware)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** The public key as FIRMWARE_KEYS has it. */
const rawKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

/** One secret for each brand, as companies choose theirs. */
const bdmSecrets = (key: Buffer): ReadonlyMap<number, Buffer> =>
  new Map(DEFAULT_BRANDS.map(({ id: brand }) => [brand, createHmac('sha256', key).update(`brand ${brand}`).digest()]));

function keyIn({ dataDir }: Folder, name: string): Buffer {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    try {
      makeFolder(dataDir, 0o700);
      writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      throw unusableDataDir(dataDir, error);
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
