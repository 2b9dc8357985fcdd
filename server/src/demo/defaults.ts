// Settings that a demonstration has without its operator: keys made at the first start, as private as the database's password beside them, and mails stored on this server.
import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { DEFAULT_BRANDS } from '../brands/defaultBrands.ts';
import type { Config } from '../config.ts';
import { ensureKeyFile, KEY_FILES } from '../platform/secrets/keyFiles.ts';

type Folder = Pick<Config, 'dataDir'>;

/** Returns the settings with those that are missing. In production they stay settings of the operator. */
export function withDemoDefaults(config: Config): Config {
  if (config.production) return config;
  return {
    ...config,
    secondFactorKey: config.secondFactorKey ?? ensureKeyFile(config.dataDir, KEY_FILES.secondFactor),
    bdmSecrets:
      config.bdmSecrets.size > 0
        ? config.bdmSecrets
        : bdmSecrets(ensureKeyFile(config.dataDir, KEY_FILES.bdmPasswords)),
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
  const der = Buffer.concat([header, ensureKeyFile(config.dataDir, KEY_FILES.firmware)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** The public key as FIRMWARE_KEYS has it. */
const rawKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

/** One secret for each brand, as companies choose theirs. */
const bdmSecrets = (key: Buffer): ReadonlyMap<number, Buffer> =>
  new Map(DEFAULT_BRANDS.map(({ id: brand }) => [brand, createHmac('sha256', key).update(`brand ${brand}`).digest()]));
