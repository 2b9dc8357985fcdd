// Which of the operator's settings sign in to another service by a password that stays until somebody changes it, and not by a certificate.
import type { Config } from '../../config.ts';
import { parseDatabaseUrl } from '../database/databaseUrl.ts';

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
  // As the driver reads it, it may also stand behind the question mark.
  const hasOne = database && (database.password !== '' || database.searchParams.has('password'));
  return [
    ...(hasOne && !database.searchParams.has('sslcert') ? ['DATABASE_URL'] : []),
    ...others.flatMap(([name, value]) => (value !== undefined && new URL(value).password !== '' ? [name] : [])),
  ];
}
