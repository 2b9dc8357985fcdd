// Checks for unencrypted connections to other machines: production does not start with them unless the operator allows them for a private network.
import { parseDatabaseUrl } from '../database/databaseUrl.ts';
import { StartupError } from '../startupError.ts';

export const PLAIN_CONNECTIONS = ['portal', 'database', 'broker', 'mail', 'geocoder', 'weather', 'scanner'] as const;
export type PlainConnection = (typeof PLAIN_CONNECTIONS)[number];

/** Addresses as configured; they may contain passwords. */
export interface Addresses {
  PUBLIC_URL?: string | undefined;
  API_BASE?: string | undefined;
  MAP_TILES_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  MQTT_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  GEOCODER_URL?: string | undefined;
  WEATHER_URL?: string | undefined;
  VIRUS_SCANNER?: string | undefined;
}

const CONNECTIONS: readonly [PlainConnection, keyof Addresses, fix: string][] = [
  ['portal', 'PUBLIC_URL', 'use https, which a proxy in front of this server ends (docs/operate/tls.md)'],
  ['portal', 'API_BASE', 'use https'],
  ['portal', 'MAP_TILES_URL', 'use https'],
  ['database', 'DATABASE_URL', 'add ?sslmode=verify-full'],
  ['broker', 'MQTT_URL', 'use mqtts'],
  ['mail', 'SMTP_URL', 'use smtps, or add ?requireTLS=true'],
  ['geocoder', 'GEOCODER_URL', 'use https'],
  ['weather', 'WEATHER_URL', 'use https'],
  ['scanner', 'VIRUS_SCANNER', 'use a socket of this machine (unix:/run/clamav/clamd.ctl)'],
];

/** Settings that need TLS to another machine in production, with the word of PLAIN_CONNECTIONS that allows them without TLS. */
export const NEED_TLS: ReadonlyMap<string, PlainConnection> = new Map(CONNECTIONS.map(([kind, name]) => [name, kind]));

/** Throws StartupError for the first address that is unencrypted and not allowed. */
export function refusePlain(addresses: Addresses, allowed: readonly PlainConnection[]): void {
  for (const [kind, name, fix] of CONNECTIONS) {
    const value = addresses[name];
    const host = value === undefined || allowed.includes(kind) ? undefined : plainHost(name, value);
    if (host !== undefined)
      throw new StartupError(
        `The setting ${name} leads to another machine (${host}) without TLS: ${fix}; or, where that network is your own, allow it by PLAIN_CONNECTIONS=${kind}.`,
      );
  }
}

/** Returns the other host of an unencrypted connection; undefined: it is encrypted or local. */
function plainHost(name: keyof Addresses, value: string): string | undefined {
  if (name === 'DATABASE_URL') {
    const { url, hosts } = parseDatabaseUrl(value);
    // The driver uses the last of repeated parameters.
    const parameter = (key: string) => url.searchParams.getAll(key).at(-1);
    if (parameter('sslmode') === 'verify-full') return undefined;
    // A socket folder may also be a query parameter.
    const socket = parameter('host');
    const names = !socket ? hosts.map((each) => each.replace(/:\d+$/, '')) : [socket];
    return names.find((each) => !isLocalHost(each));
  }
  const url = new URL(value);
  if (['https:', 'mqtts:', 'smtps:'].includes(url.protocol)) return undefined;
  if (name === 'SMTP_URL' && url.searchParams.get('requireTLS') === 'true') return undefined;
  return isLocalHost(url.hostname) ? undefined : url.hostname;
}

/** Whether the host is this machine or a folder of Unix sockets. */
const isLocalHost = (host: string): boolean =>
  host === '' || /^(\/|%2f)/i.test(host) || /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
