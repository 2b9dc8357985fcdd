// Finds the operator's settings that sign in to another service with a permanent password instead of a certificate.
import type { Config } from '../../config.ts';
import { parseDatabaseUrl } from '../database/databaseUrl.ts';

/** Returns the names of these settings. */
export function lastingPasswords({
  databaseUrl,
  mqttUrl,
  mail,
}: Pick<Config, 'databaseUrl' | 'mqttUrl' | 'mail'>): string[] {
  const database = databaseUrl === undefined ? undefined : parseDatabaseUrl(databaseUrl).url;
  const others = [
    ['MQTT_URL', mqttUrl],
    ['SMTP_URL', mail?.smtpUrl],
  ] as const;
  // The driver also accepts the password as a query parameter.
  const hasPassword = database && (database.password !== '' || database.searchParams.has('password'));
  return [
    ...(hasPassword && !database.searchParams.has('sslcert') ? ['DATABASE_URL'] : []),
    ...others.flatMap(([name, value]) => (value && new URL(value).password !== '' ? [name] : [])),
  ];
}
