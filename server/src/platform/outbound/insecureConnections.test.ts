// Tests that production refuses connections to other machines without TLS, unless they are allowed.
import { expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';

const DATABASE_URL = 'postgres://user:hunter2@127.0.0.1/heliograph';
const parse = (env: Record<string, string>, production = true) =>
  parseConfig({ env: { DATABASE_URL, ...env }, production, isRoot: false });

test.each<[name: string, plain: string, safe: string, kind: string]>([
  [
    'DATABASE_URL',
    'postgres://user:hunter2@db.example.com/x',
    'postgres://user@db.example.com/x?sslmode=verify-full',
    'database',
  ],
  [
    'DATABASE_URL',
    'postgres://u:hunter2@localhost,10.0.0.2:5433/x',
    'postgres://u@a,b/x?sslmode=verify-full',
    'database',
  ],
  ['DATABASE_URL', 'postgres://u:hunter2@db/x?sslmode=require', 'postgres://u@db/x?host=/run/postgresql', 'database'],
  ['MQTT_URL', 'mqtt://user:hunter2@broker.example.com', 'mqtts://user:hunter2@broker.example.com', 'broker'],
  [
    'SMTP_URL',
    'smtp://user:hunter2@mail.example.com:587',
    'smtp://user:hunter2@mail.example.com:587?requireTLS=true',
    'mail',
  ],
  ['SMTP_URL', 'smtp://mail.example.com', 'smtps://mail.example.com', 'mail'],
  ['GEOCODER_URL', 'http://map.example.com/search', 'https://map.example.com/search', 'geocoder'],
  ['WEATHER_URL', 'http://weather.example.com?apikey=hunter2', 'https://weather.example.com', 'weather'],
  ['VIRUS_SCANNER', 'tcp://scanner.example.com:3310', 'unix:/run/clamav/clamd.ctl', 'scanner'],
  ['PUBLIC_URL', 'http://solar.example.com', 'https://solar.example.com', 'portal'],
  ['API_BASE', 'http://192.168.1.2:8080', 'https://api.example.com', 'portal'],
  ['MAP_TILES_URL', 'http://tiles.example.com/{z}/{x}/{y}', 'https://tiles.example.com/{z}/{x}/{y}', 'portal'],
])('refuses %s=%s in production unless it is allowed', (name, plain, safe, kind) => {
  const others: Record<string, string> = name === 'SMTP_URL' ? { MAIL_FROM: 'a@example.com' } : {};
  const start = () => parse({ ...others, [name]: plain });
  expect(start).toThrow(
    new RegExp(`^The setting ${name} leads to another machine \\(.+\\) without TLS: .*=${kind}\\.$`),
  );
  expect(start).not.toThrow(/hunter2/);
  parse({ ...others, [name]: safe });
  parse({ ...others, [name]: plain, PLAIN_CONNECTIONS: `weather, ${kind}` });
  parse({ ...others, [name]: plain }, false);
});

test.each([
  'u:hunter2@db.example.com/x?sslmode=verify-full&sslmode=disable',
  'u:hunter2@db.example.com/x?host=/run/postgresql&host=db.example.com',
  'u:hunter2@db.example.com/x?host=',
])('refuses a URL for which the driver would open a plain connection: %s', (rest) => {
  expect(() => parse({ DATABASE_URL: `postgres://${rest}` })).toThrow(/without TLS/);
});

test.each(['localhost', '127.0.0.1', '[::1]', 'db.localhost', '%2Frun%2Fpostgresql'])(
  'treats %s as this machine',
  (host) => {
    parse({ DATABASE_URL: `postgres://user@${host}/heliograph` });
  },
);

test('refuses an unknown name in PLAIN_CONNECTIONS', () => {
  expect(() => parse({ PLAIN_CONNECTIONS: 'all' })).toThrow(
    /^The setting PLAIN_CONNECTIONS "all" is not a list of portal/,
  );
});
