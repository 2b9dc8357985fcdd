// The settings: one zod object over the environment and .env, checked once at start. The only reader of process.env.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { type PasswordFault, passwordFault } from './accounts/passwords/passwords.ts';
import { DEFAULT_BRAND, DEFAULT_BRANDS } from './brands/defaultBrands.ts';
import { isPushKey } from './notifications/webPush.ts';
import { isDatabaseUrl } from './platform/database/databaseUrl.ts';
import { PLAIN_CONNECTIONS, refusePlain } from './platform/outbound/insecureConnections.ts';
import { withSecretFiles } from './platform/secrets/secretFiles.ts';
import { StartupError } from './platform/startupError.ts';
import { unknownSettings } from './platform/unknownSettings.ts';

export const projectDir: string = realpathSync(resolve(import.meta.dirname, '../..'));

export type Config = {
  production: boolean;
  /** Address that the ports are opened on. */
  host: string;
  port: number;
  devicePort: number | undefined;
  /** Port of the MQTT endpoint for devices; undefined: none. `isRequired`: the start fails when the port is taken. */
  mqtt: { port: number; isRequired: boolean } | undefined;
  mqttTls: { port: number; certFile: string; keyFile: string } | undefined;
  /** External broker that devices connect to instead. */
  mqttUrl: string | undefined;
  dataDir: string;
  /** Folder with the backups of `npm run backup`, which the server checks every night; undefined: none. */
  backupDir: string | undefined;
  /** Undefined: PostgreSQL is embedded, with its data in dataDir. */
  databaseUrl: string | undefined;
  admin: { email: string; password: string } | undefined;
  demo: boolean;
  brand: number;
  maintenance: boolean;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Address of the API for the portal's pages, without a trailing slash; '': the host that served the page. */
  apiBase: string;
  /** Origins of portals on other hosts that may call this API. */
  portalOrigins: string[];
  /** Android apps by the host whose pages they show. */
  androidApps: { host: string; packageName: string; fingerprint: string }[];
  /** Proxies whose forwarded client address is trusted; false: none. */
  trustProxy: string[] | false;
  /** Refuses calls with a wrong or missing sign header. */
  enforceSign: boolean;
  /** Geocoding service with Nominatim's search API; undefined: no address search. */
  geocoderUrl: string | undefined;
  /** Weather service with Open-Meteo's forecast API; undefined: no weather. */
  weatherUrl: string | undefined;
  /** Map tiles for browsers; undefined: maps show the bundled outlines only. */
  mapTiles: { url: string; attribution: string } | undefined;
  /** Outgoing mail server and address of the sender, where its brand has none; undefined: no mail is sent. `smtpUrl` null: a demonstration stores its mails instead. */
  mail: { smtpUrl: string | null; from: string } | undefined;
  /** Secrets that passwords of BDM devices are derived from, by brand. */
  bdmSecrets: ReadonlyMap<number, Buffer>;
  /** Encryption key for authenticator secrets; undefined: authenticators cannot be set up. */
  secondFactorKey: Buffer | undefined;
  /** File of breached passwords' hashes, or the https address of a range service; undefined: only the commonest are refused. */
  stolenPasswords: string | undefined;
  /** Hosts that users may enter, ".example.com" for all subdomains; undefined: any public host. */
  outsideHosts: string[] | undefined;
  /** Hosts with private addresses that users may enter all the same. */
  privateTargets: string[];
  /** Syslog collector, tls://HOST:PORT; undefined: none. */
  logSyslog: string | undefined;
  /** clamd that scans uploads, tcp://HOST:PORT or unix:/path; undefined: uploads are not scanned. */
  virusScanner: string | undefined;
  /** VAPID private key for web push; undefined: no push messages. */
  pushKey: Buffer | undefined;
  /** Public keys of makers whose firmware is accepted (Ed25519, 32 bytes each). */
  firmwareKeys: Buffer[];
  /** Retention of samples in months, excluding the current one, per part of a block; undefined: unlimited. */
  retentionMonths: Record<'power' | 'grid' | 'inputs', number | undefined>;
};

/** 0: the system chooses, which tests use. */
const port = z.coerce.number().int().min(0).max(65535);
const USUAL_MQTT_PORT = 1883;
/** At least two, as late reports still arrive for the previous month. */
const months = z.coerce.number().int().min(2).max(1200);
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const urlOf = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const addresses = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Host, package and SHA-256 fingerprint of the certificate that signs it. */
const ANDROID_APP = /^([a-z0-9.-]+)=([a-zA-Z]\w*(?:\.[a-zA-Z]\w*)+)\/((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/;

type Setting = { schema: z.ZodType; must: string; example: string; secret?: boolean };

/** Every setting with its allowed values and an example, as start-up errors quote them; platform/settingTexts.ts has the texts for operators. */
export const settings = {
  HOST: {
    schema: z.union([z.ipv4(), z.ipv6()]).optional(),
    must: 'an IP address of this machine, or 0.0.0.0 for all of them',
    example: '0.0.0.0',
  },
  PORT: { schema: port.default(8080), must: 'a whole number from 1 to 65535', example: '8080' },
  DEVICE_PORT: { schema: port.optional(), must: 'a whole number from 1 to 65535', example: '80' },
  MQTT_PORT: { schema: port.optional(), must: 'a whole number from 1 to 65535', example: '1883' },
  MQTT_TLS_PORT: { schema: port.optional(), must: 'a whole number from 1 to 65535', example: '8883' },
  MQTT_TLS_CERT: { schema: z.string().optional(), must: 'a file', example: '/etc/heliograph/mqtt.pem' },
  MQTT_TLS_KEY: { schema: z.string().optional(), must: 'a file', example: '/etc/heliograph/mqtt.key' },
  MQTT_URL: {
    schema: urlOf('mqtt:', 'mqtts:').optional(),
    must: 'the mqtt or mqtts address of a broker',
    example: 'mqtts://heliograph:password@broker.example.com:8883',
    secret: true,
  },
  DATA_DIR: { schema: z.string().optional(), must: 'a folder', example: '/srv/heliograph' },
  BACKUP_DIR: { schema: z.string().optional(), must: 'a folder', example: '/var/backups/heliograph' },
  DATABASE_URL: {
    schema: z.string().refine(isDatabaseUrl).optional(),
    must: 'the address of a PostgreSQL database',
    example: 'postgres://user:password@db.example.com:5432/heliograph',
    secret: true,
  },
  ADMIN_EMAIL: { schema: z.email().optional(), must: 'an e-mail address', example: 'admin@example.com' },
  ADMIN_PASSWORD: {
    schema: z.string().min(6).max(200).optional(),
    must: 'from 6 to 200 characters long',
    example: 'a-long-sentence-is-best',
    secret: true,
  },
  DEMO: { schema: onOff.optional(), must: 'on or off', example: 'off' },
  BRAND: {
    schema: z.coerce.number().int().min(0).max(13).default(0),
    must: 'a whole number from 0 to 13',
    example: '1',
  },
  MAINTENANCE: { schema: onOff.default(false), must: 'on or off', example: 'on' },
  PUBLIC_URL: {
    schema: urlOf('http:', 'https:').optional(),
    must: 'the http or https address under which browsers reach this server',
    example: 'https://solar.example.com',
  },
  API_BASE: {
    schema: urlOf('http:', 'https:').optional(),
    must: 'the http or https address to which the portal sends its calls',
    example: 'https://api.example.com',
  },
  PORTAL_ORIGINS: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(urlOf('http:', 'https:').transform((value) => new URL(value).origin)))
      .optional(),
    must: 'a list of http or https addresses of portals on other hosts',
    example: 'https://solar.example.com',
  },
  ANDROID_APPS: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().regex(ANDROID_APP)))
      .optional(),
    must: 'a list of HOST=PACKAGE/FINGERPRINT, with a SHA-256 fingerprint in upper case',
    example: `solar.example.com=com.example.portal/${'5A:'.repeat(31)}5A`,
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(addresses))
      .optional(),
    must: 'a list of IP addresses or networks',
    example: '127.0.0.1,10.0.0.0/8',
  },
  ENFORCE_SIGN: { schema: onOff.default(false), must: 'on or off', example: 'on' },
  GEOCODER_URL: {
    schema: urlOf('http:', 'https:').optional(),
    must: 'the http or https address of a geocoding service with the Nominatim search API',
    example: 'https://nominatim.example.com/search',
  },
  WEATHER_URL: {
    schema: urlOf('http:', 'https:').optional(),
    must: 'the http or https address of a weather service with the Open-Meteo forecast API',
    example: 'https://api.open-meteo.com/v1/forecast',
    // It may contain the operator's API key.
    secret: true,
  },
  MAP_TILES_URL: {
    schema: urlOf('http:', 'https:')
      .refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)))
      // The content policy of pages names this host, so it has no placeholder.
      .refine((value) => !new URL(value).host.includes('{') && !new URL(value).host.includes('%7B'))
      .optional(),
    must: 'the http or https address of map tiles with {z}, {x} and {y} in its path',
    example: 'https://tiles.example.com/{z}/{x}/{y}.png',
  },
  MAP_ATTRIBUTION: {
    schema: z.string().max(200).optional(),
    must: 'a text of at most 200 characters',
    example: '© OpenStreetMap contributors https://www.openstreetmap.org/copyright',
  },
  SMTP_URL: {
    schema: urlOf('smtp:', 'smtps:').optional(),
    must: 'the smtp or smtps address of a mail server',
    example: 'smtps://heliograph:password@mail.example.com:465',
    secret: true,
  },
  MAIL_FROM: { schema: z.email().optional(), must: 'an e-mail address', example: 'reports@example.com' },
  BDM_PASSWORD_SECRETS: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().regex(/^([0-9]|1[0-3]):([0-9a-f]{2}){32,}$/i)))
      .refine((list) => new Set(list.map((entry) => entry.split(':')[0])).size === list.length)
      .optional(),
    must: 'a list of brand:secret pairs, one per brand, each secret with at least 64 hexadecimal digits',
    example: `0:${'5a'.repeat(32)}`,
    secret: true,
  },
  SECOND_FACTOR_KEY: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
    must: '64 hexadecimal digits',
    example: '5a'.repeat(32),
    secret: true,
  },
  STOLEN_PASSWORDS: {
    schema: z
      .string()
      .refine((value) => !value.includes('://') || (URL.canParse(value) && value.startsWith('https://')))
      .optional(),
    must: 'a file of sorted SHA-1 hashes, or the https address of a service that answers ranges of them',
    example: 'https://api.pwnedpasswords.com/range',
  },
  PLAIN_CONNECTIONS: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.enum(PLAIN_CONNECTIONS)))
      .optional(),
    must: `a list of ${PLAIN_CONNECTIONS.join(', ')}`,
    example: 'database',
  },
  OUTSIDE_HOSTS: {
    schema: z
      .string()
      .toLowerCase()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().regex(/^\.?([a-z0-9-]+\.)*[a-z0-9-]+$/)))
      .optional(),
    must: 'a list of host names, with a leading dot for all subdomains',
    example: 'hooks.example.com,.push.services.mozilla.com',
  },
  ALLOW_PRIVATE_TARGETS: {
    schema: z
      .string()
      .toLowerCase()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.string().regex(/^([a-z0-9-]+\.)*[a-z0-9-]+$/)])))
      .optional(),
    must: 'a list of host names and IP addresses',
    example: 'homeassistant.example.com,10.0.0.7',
  },
  LOG_SYSLOG: {
    schema: urlOf('tls:')
      .refine((value) => URL.canParse(value) && new URL(value).hostname !== '')
      .optional(),
    must: 'the tls address of a syslog collector',
    example: 'tls://logs.example.com:6514',
  },
  VIRUS_SCANNER: {
    schema: urlOf('tcp:', 'unix:')
      .refine((value) => URL.canParse(value) && /^(tcp:\/\/[^/]+\/?|unix:\/.+)$/.test(value))
      .optional(),
    must: 'the tcp or unix address of a clamd',
    example: 'unix:/run/clamav/clamd.ctl',
  },
  PUSH_KEY: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .refine(isPushKey)
      .optional(),
    must: 'a P-256 private key of 64 hexadecimal digits',
    example: '5a'.repeat(32),
    secret: true,
  },
  FIRMWARE_KEYS: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i)))
      .optional(),
    must: 'a list of Ed25519 public keys, each of 64 hexadecimal digits',
    example: '5a'.repeat(32),
  },
  KEEP_POWER_MONTHS: { schema: months.optional(), must: 'a whole number of months from 2 to 1200', example: '300' },
  KEEP_GRID_MONTHS: { schema: months.optional(), must: 'a whole number of months from 2 to 1200', example: '36' },
  KEEP_INPUTS_MONTHS: { schema: months.optional(), must: 'a whole number of months from 2 to 1200', example: '60' },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof settings;

const environment = z.object({
  HOST: settings.HOST.schema,
  PORT: settings.PORT.schema,
  DEVICE_PORT: settings.DEVICE_PORT.schema,
  MQTT_PORT: settings.MQTT_PORT.schema,
  MQTT_TLS_PORT: settings.MQTT_TLS_PORT.schema,
  MQTT_TLS_CERT: settings.MQTT_TLS_CERT.schema,
  MQTT_TLS_KEY: settings.MQTT_TLS_KEY.schema,
  MQTT_URL: settings.MQTT_URL.schema,
  DATA_DIR: settings.DATA_DIR.schema,
  BACKUP_DIR: settings.BACKUP_DIR.schema,
  DATABASE_URL: settings.DATABASE_URL.schema,
  ADMIN_EMAIL: settings.ADMIN_EMAIL.schema,
  ADMIN_PASSWORD: settings.ADMIN_PASSWORD.schema,
  DEMO: settings.DEMO.schema,
  BRAND: settings.BRAND.schema,
  MAINTENANCE: settings.MAINTENANCE.schema,
  PUBLIC_URL: settings.PUBLIC_URL.schema,
  API_BASE: settings.API_BASE.schema,
  PORTAL_ORIGINS: settings.PORTAL_ORIGINS.schema,
  ANDROID_APPS: settings.ANDROID_APPS.schema,
  TRUST_PROXY: settings.TRUST_PROXY.schema,
  ENFORCE_SIGN: settings.ENFORCE_SIGN.schema,
  GEOCODER_URL: settings.GEOCODER_URL.schema,
  WEATHER_URL: settings.WEATHER_URL.schema,
  MAP_TILES_URL: settings.MAP_TILES_URL.schema,
  MAP_ATTRIBUTION: settings.MAP_ATTRIBUTION.schema,
  SMTP_URL: settings.SMTP_URL.schema,
  MAIL_FROM: settings.MAIL_FROM.schema,
  BDM_PASSWORD_SECRETS: settings.BDM_PASSWORD_SECRETS.schema,
  SECOND_FACTOR_KEY: settings.SECOND_FACTOR_KEY.schema,
  STOLEN_PASSWORDS: settings.STOLEN_PASSWORDS.schema,
  PLAIN_CONNECTIONS: settings.PLAIN_CONNECTIONS.schema,
  OUTSIDE_HOSTS: settings.OUTSIDE_HOSTS.schema,
  ALLOW_PRIVATE_TARGETS: settings.ALLOW_PRIVATE_TARGETS.schema,
  LOG_SYSLOG: settings.LOG_SYSLOG.schema,
  VIRUS_SCANNER: settings.VIRUS_SCANNER.schema,
  PUSH_KEY: settings.PUSH_KEY.schema,
  FIRMWARE_KEYS: settings.FIRMWARE_KEYS.schema,
  KEEP_POWER_MONTHS: settings.KEEP_POWER_MONTHS.schema,
  KEEP_GRID_MONTHS: settings.KEEP_GRID_MONTHS.schema,
  KEEP_INPUTS_MONTHS: settings.KEEP_INPUTS_MONTHS.schema,
});

const PASSWORD_FAULTS: Record<PasswordFault, string> = {
  passwordCommon: 'is one of the 10,000 commonest passwords',
  passwordIsAccount: 'is the address of ADMIN_EMAIL or its part before the @',
  passwordIsProduct: 'is the name of the portal',
};

/**
 * For root, a folder outside the checkout, named after it: the embedded database then runs as another user, who cannot
 * enter a folder such as /root.
 */
export function defaultDataDir(project: string, isRoot: boolean): string {
  if (!isRoot) return join(project, 'data');
  const name = basename(project).replace(/[^\w.-]+/g, '-');
  return `/var/lib/heliograph/${name}-${createHash('sha256').update(project).digest('hex').slice(0, 8)}`;
}

type Input = { env: Record<string, string | undefined>; production: boolean; isRoot: boolean };
/** The settings as they are named in the environment, each valid by itself. */
type Settings = z.infer<typeof environment>;

const SECRETS = Object.entries(settings).flatMap(([name, setting]) => ('secret' in setting ? [name] : []));

/** Checks the settings; an empty one counts as missing. Throws StartupError for the first fault. */
export function parseConfig({ env, production, isRoot }: Input): Config {
  const read = parseSettings(withSecretFiles(env, SECRETS));
  checkPorts(read);
  checkAdmin(read);
  requireTogether(read, ['SMTP_URL', 'MAIL_FROM']);
  checkRetention(read);
  if (production) checkProduction(read);
  return buildConfig(read, production, isRoot);
}

function parseSettings(env: Input['env']): Settings {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings)) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const name = parsed.error.issues[0]?.path[0] as SettingName;
  const { must, example, ...rest } = settings[name];
  const shown = 'secret' in rest ? '' : ` "${given[name]}"`;
  throw new StartupError(`The setting ${name}${shown} is not ${must}, for example ${name}=${example}.`);
}

/** All or none of `names` must be set. */
function requireTogether(read: Settings, names: readonly SettingName[]): void {
  const [missing, ...more] = names.filter((name) => read[name] === undefined);
  if (missing === undefined || more.length + 1 === names.length) return;
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  throw new StartupError(
    `The setting ${missing} is missing: ${list} go together, for example ${missing}=${settings[missing].example}.`,
  );
}

function checkPorts(read: Settings): void {
  if (read.DEVICE_PORT !== undefined && read.DEVICE_PORT !== 0 && read.DEVICE_PORT === read.PORT) {
    throw new StartupError(
      'The setting DEVICE_PORT is the same as PORT; choose another or leave it out, for example DEVICE_PORT=80.',
    );
  }
  requireTogether(read, ['MQTT_TLS_PORT', 'MQTT_TLS_CERT', 'MQTT_TLS_KEY']);
}

function checkAdmin(read: Settings): void {
  requireTogether(read, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  if (!read.ADMIN_EMAIL || !read.ADMIN_PASSWORD) return;
  const names = [DEFAULT_BRAND, DEFAULT_BRANDS[read.BRAND]!].map(({ name }) => name);
  const fault = passwordFault(read.ADMIN_PASSWORD, { email: read.ADMIN_EMAIL, names });
  if (!fault) return;
  throw new StartupError(
    `The setting ADMIN_PASSWORD ${PASSWORD_FAULTS[fault]}; choose another, for example ADMIN_PASSWORD=${settings.ADMIN_PASSWORD.example}.`,
  );
}

function checkRetention(read: Settings): void {
  const power = read.KEEP_POWER_MONTHS;
  if (power === undefined) return;
  for (const name of ['KEEP_GRID_MONTHS', 'KEEP_INPUTS_MONTHS'] as const) {
    if ((read[name] ?? 0) <= power) continue;
    throw new StartupError(
      `The setting ${name} is more than KEEP_POWER_MONTHS, without which nothing is kept; for example ${name}=${power}.`,
    );
  }
}

function checkProduction(read: Settings): void {
  if (!read.DATABASE_URL) {
    throw new StartupError(
      `The setting DATABASE_URL is missing, which production needs, for example DATABASE_URL=${settings.DATABASE_URL.example}.`,
    );
  }
  if (read.DEMO) {
    throw new StartupError(
      'The setting DEMO is on, but production has no demonstration data; use DEMO=off or npm start.',
    );
  }
  refusePlain(read, read.PLAIN_CONNECTIONS ?? []);
}

function buildConfig(read: Settings, production: boolean, isRoot: boolean): Config {
  const demo = read.DEMO ?? (!production && !read.DATABASE_URL);
  const power = read.KEEP_POWER_MONTHS;
  return {
    production,
    // The password of the demonstration is published.
    host: read.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: read.PORT,
    devicePort: read.DEVICE_PORT,
    ...mqttConfig(read, demo),
    mqttUrl: read.MQTT_URL,
    backupDir: read.BACKUP_DIR === undefined ? undefined : resolve(projectDir, read.BACKUP_DIR),
    dataDir: read.DATA_DIR ? resolve(projectDir, read.DATA_DIR) : defaultDataDir(projectDir, isRoot),
    databaseUrl: read.DATABASE_URL,
    admin:
      read.ADMIN_EMAIL && read.ADMIN_PASSWORD ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD } : undefined,
    demo,
    brand: read.BRAND,
    maintenance: read.MAINTENANCE,
    publicUrl: (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, ''),
    apiBase: (read.API_BASE ?? '').replace(/\/+$/, ''),
    portalOrigins: read.PORTAL_ORIGINS ?? [],
    androidApps: (read.ANDROID_APPS ?? []).map((entry) => {
      const [, host = '', packageName = '', fingerprint = ''] = ANDROID_APP.exec(entry) ?? [];
      return { host, packageName, fingerprint };
    }),
    trustProxy: read.TRUST_PROXY ?? false,
    enforceSign: read.ENFORCE_SIGN,
    geocoderUrl: read.GEOCODER_URL,
    weatherUrl: read.WEATHER_URL,
    mapTiles:
      read.MAP_TILES_URL === undefined
        ? undefined
        : { url: read.MAP_TILES_URL, attribution: read.MAP_ATTRIBUTION ?? '' },
    mail: read.SMTP_URL && read.MAIL_FROM ? { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM } : undefined,
    bdmSecrets: new Map(
      (read.BDM_PASSWORD_SECRETS ?? []).map((entry) => {
        const [brand, secret = ''] = entry.split(':');
        return [Number(brand), Buffer.from(secret, 'hex')];
      }),
    ),
    secondFactorKey: read.SECOND_FACTOR_KEY === undefined ? undefined : Buffer.from(read.SECOND_FACTOR_KEY, 'hex'),
    stolenPasswords: read.STOLEN_PASSWORDS,
    outsideHosts: read.OUTSIDE_HOSTS,
    privateTargets: read.ALLOW_PRIVATE_TARGETS ?? [],
    logSyslog: read.LOG_SYSLOG,
    virusScanner: read.VIRUS_SCANNER,
    firmwareKeys: (read.FIRMWARE_KEYS ?? []).map((key) => Buffer.from(key, 'hex')),
    pushKey: read.PUSH_KEY === undefined ? undefined : Buffer.from(read.PUSH_KEY, 'hex'),
    retentionMonths: { power, grid: read.KEEP_GRID_MONTHS ?? power, inputs: read.KEEP_INPUTS_MONTHS ?? power },
  };
}

function mqttConfig(read: Settings, demo: boolean): Pick<Config, 'mqtt' | 'mqttTls'> {
  const { MQTT_TLS_PORT: tlsPort, MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile } = read;
  // The demonstration opens the usual port by itself, and goes without where another program has it.
  const demoPort = read.PORT === 0 ? 0 : USUAL_MQTT_PORT;
  const mqttPort = read.MQTT_PORT ?? (demo ? demoPort : undefined);
  return {
    mqtt: mqttPort === undefined ? undefined : { port: mqttPort, isRequired: read.MQTT_PORT !== undefined },
    mqttTls: tlsPort === undefined || !certFile || !keyFile ? undefined : { port: tlsPort, certFile, keyFile },
  };
}

/** Environment for child processes, without passwords and keys. */
export function childEnvironment(): Record<string, string> {
  const inherited = /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|SYSTEMROOT)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name))) as Record<
    string,
    string
  >;
}

/** What systemd passes to a service of the type notify; undefined: systemd does not run this process. */
export interface ServiceManager {
  socket: string;
  /** It restarts a service that has not reported for so long; undefined: it does not watch. */
  watchdogMs: number | undefined;
}

export function readServiceManager(): ServiceManager | undefined {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: pid } = process.env;
  if (!socket) return undefined;
  const isWatched = Number(microseconds) > 0 && (pid === undefined || Number(pid) === process.pid);
  return { socket, watchdogMs: isWatched ? Number(microseconds) / 1000 : undefined };
}

/** Reads the environment, and beneath it .env unless in production. `print`: receives a sentence for each name that is none. */
export function readConfig(print: (line: string) => void = () => {}): Config {
  const production = process.argv.includes('--production');
  const file = join(projectDir, '.env');
  const fromFile = !production && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const names = { file: Object.keys(fromFile), environment: Object.keys(process.env) };
  const known = [...Object.keys(settings), ...SECRETS.map((name) => `${name}_FILE`)];
  for (const line of unknownSettings(names, known)) print(line);
  const config = parseConfig({ env: { ...fromFile, ...process.env }, production, isRoot: process.getuid?.() === 0 });
  // Child processes must not inherit them.
  for (const name of SECRETS) delete process.env[name];
  return config;
}
