// What leaves this machine unencrypted: production does not start with it, unless the operator says that this network is his own.
import { parseDatabaseUrl } from '../database/databaseUrl.ts';
import { StartupError } from '../startupError.ts';

export const PLAIN_CONNECTIONS = ['portal', 'database', 'broker', 'mail', 'geocoder', 'weather', 'scanner'] as const;
export type PlainConnection = (typeof PLAIN_CONNECTIONS)[number];

/** As they are set; a password may be in them. */
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

const WAYS: readonly [PlainConnection, keyof Addresses, mend: string][] = [
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

/** The settings that need TLS to another machine in production, with the word of PLAIN_CONNECTIONS that allows them without. */
export const NEED_TLS: ReadonlyMap<string, PlainConnection> = new Map(WAYS.map(([kind, name]) => [name, kind]));

/** Refuses the first of them that is plain and not allowed. */
export function refusePlain(addresses: Addresses, allowed: readonly PlainConnection[]): void {
  for (const [kind, name, mend] of WAYS) {
    const value = addresses[name];
    const host = value === undefined || allowed.includes(kind) ? undefined : plainHost(name, value);
    if (host !== undefined)
      throw new StartupError(
        `The setting ${name} leads to another machine (${host}) without TLS: ${mend}; or, where that network is your own, allow it by PLAIN_CONNECTIONS=${kind}.`,
      );
  }
}

/** Where it leads to, when what is said on the way can be read by others. */
function plainHost(name: keyof Addresses, value: string): string | undefined {
  if (name === 'DATABASE_URL') {
    const { url, hosts } = parseDatabaseUrl(value);
    // Of what is said twice the driver takes the last.
    const said = (what: string) => url.searchParams.getAll(what).at(-1);
    if (said('sslmode') === 'verify-full') return undefined;
    // A folder of sockets may also stand behind the question mark.
    const socket = said('host');
    const names = !socket ? hosts.map((each) => each.replace(/:\d+$/, '')) : [socket];
    return names.find((each) => !isHere(each));
  }
  const url = new URL(value);
  if (['https:', 'mqtts:', 'smtps:'].includes(url.protocol)) return undefined;
  if (name === 'SMTP_URL' && url.searchParams.get('requireTLS') === 'true') return undefined;
  return isHere(url.hostname) ? undefined : url.hostname;
}

/** This machine, or a folder of Unix sockets. */
const isHere = (host: string): boolean =>
  host === '' || /^(\/|%2f)/i.test(host) || /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
