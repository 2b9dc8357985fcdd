// Settings: parsing, refusals with their messages, and consistency with .env.example and docs/operate/settings.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { envExample, settingsPage } from '../../scripts/settingsPage.ts';
import { defaultDataDir, parseConfig, projectDir, settings } from '../src/config.ts';
import { NEED_TLS } from '../src/platform/outbound/insecureConnections.ts';

const parse = (env: Record<string, string>, production = false) => parseConfig({ env, production, isRoot: false });

test('defaults to port 8080, an embedded database in data/ and the demonstration', () => {
  expect(parse({})).toEqual({
    production: false,
    host: '127.0.0.1',
    privateTargets: [],
    port: 8080,
    devicePort: undefined,
    mqtt: { port: 1883, isRequired: false },
    mqttTls: undefined,
    mqttUrl: undefined,
    dataDir: join(projectDir, 'data'),
    databaseUrl: undefined,
    admin: undefined,
    demo: true,
    brand: 0,
    maintenance: false,
    publicUrl: 'http://localhost:8080',
    apiBase: '',
    portalOrigins: [],
    androidApps: [],
    trustProxy: false,
    enforceSign: false,
    bdmSecrets: new Map(),
    firmwareKeys: [],
    retentionMonths: { power: undefined, grid: undefined, inputs: undefined },
  });
});

test('reads every setting', () => {
  const config = parse({
    PORT: '81',
    DEVICE_PORT: '82',
    MQTT_PORT: '1884',
    MQTT_URL: 'mqtts://a:b@broker.example.com',
    MQTT_TLS_PORT: '8883',
    MQTT_TLS_CERT: '/etc/cert.pem',
    MQTT_TLS_KEY: '/etc/key.pem',
    DATA_DIR: 'somewhere',
    DATABASE_URL: 'postgres://user@db/heliograph',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'sunny side',
    DEMO: 'on',
    BRAND: '13',
    MAINTENANCE: 'on',
    PUBLIC_URL: 'https://solar.example.com/',
    API_BASE: 'https://api.example.com/',
    PORTAL_ORIGINS: 'https://a.example.com/, http://b.example.com:81',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
    ENFORCE_SIGN: 'on',
    BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}, 13:${'A7'.repeat(40)}`,
    SECOND_FACTOR_KEY: 'A7'.repeat(32),
    HOST: '0.0.0.0',
    ALLOW_PRIVATE_TARGETS: 'Hooks.lan, 10.0.0.7',
    KEEP_POWER_MONTHS: '300',
    KEEP_GRID_MONTHS: '36',
  });
  expect(config).toEqual({
    production: false,
    host: '0.0.0.0',
    privateTargets: ['hooks.lan', '10.0.0.7'],
    port: 81,
    devicePort: 82,
    mqtt: { port: 1884, isRequired: true },
    mqttTls: { port: 8883, certFile: '/etc/cert.pem', keyFile: '/etc/key.pem' },
    mqttUrl: 'mqtts://a:b@broker.example.com',
    dataDir: join(projectDir, 'somewhere'),
    databaseUrl: 'postgres://user@db/heliograph',
    admin: { email: 'admin@example.com', password: 'sunny side' },
    demo: true,
    brand: 13,
    maintenance: true,
    publicUrl: 'https://solar.example.com',
    apiBase: 'https://api.example.com',
    portalOrigins: ['https://a.example.com', 'http://b.example.com:81'],
    androidApps: [],
    trustProxy: ['127.0.0.1', '10.0.0.0/8'],
    enforceSign: true,
    bdmSecrets: new Map([
      [0, Buffer.alloc(32, 0x5a)],
      [13, Buffer.alloc(40, 0xa7)],
    ]),
    secondFactorKey: Buffer.from('a7'.repeat(32), 'hex'),
    firmwareKeys: [],
    retentionMonths: { power: 300, grid: 36, inputs: 300 },
  });
});

test.each([
  [{ PORT: 'http' }, 'The setting PORT "http" is not a whole number from 1 to 65535, for example PORT=8080.'],
  [{ PORT: '65536' }, /^The setting PORT "65536" is not/],
  [{ PORT: '80.5' }, /^The setting PORT "80.5" is not/],
  [{ DEVICE_PORT: '8080' }, /^The setting DEVICE_PORT is the same as PORT/],
  [
    { MQTT_TLS_PORT: '8883', MQTT_TLS_KEY: 'key.pem' },
    /^The setting MQTT_TLS_CERT is missing: MQTT_TLS_PORT, MQTT_TLS_CERT/,
  ],
  [{ MQTT_PORT: 'mqtt' }, /^The setting MQTT_PORT "mqtt" is not a whole number/],
  [{ DEMO: 'yes' }, 'The setting DEMO "yes" is not on or off, for example DEMO=off.'],
  [{ BRAND: '14' }, /^The setting BRAND "14" is not a whole number from 0 to 13/],
  [{ MAINTENANCE: '1' }, /^The setting MAINTENANCE "1" is not on or off/],
  [{ PUBLIC_URL: 'solar.example.com' }, /^The setting PUBLIC_URL "solar.example.com" is not the http or https address/],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /^The setting PUBLIC_URL/],
  [{ KEEP_POWER_MONTHS: '1' }, /^The setting KEEP_POWER_MONTHS "1" is not a whole number of months from 2 to 1200/],
  [{ KEEP_POWER_MONTHS: '12', KEEP_GRID_MONTHS: '24' }, /^The setting KEEP_GRID_MONTHS is more than KEEP_POWER_MONTHS/],
  [
    { MAP_TILES_URL: 'https://tiles.example.com/' },
    /^The setting MAP_TILES_URL .* is not the http or https address of map tiles/,
  ],
  // The content security policy names one host.
  [{ MAP_TILES_URL: 'https://{s}.example.com/{z}/{x}/{y}.png' }, /^The setting MAP_TILES_URL/],
  [{ MAP_TILES_URL: 'data:image/png,{z}{x}{y}' }, /^The setting MAP_TILES_URL/],
  // No message contains a secret.
  [{ BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(31)}` }, /^The setting BDM_PASSWORD_SECRETS is not a list of brand:secret/],
  [{ BDM_PASSWORD_SECRETS: `14:${'5a'.repeat(32)}` }, /^The setting BDM_PASSWORD_SECRETS is not/],
  [{ BDM_PASSWORD_SECRETS: `1:${'5a'.repeat(32)},1:${'5b'.repeat(32)}` }, /^The setting BDM_PASSWORD_SECRETS is not/],
  [{ SECOND_FACTOR_KEY: '5a'.repeat(31) }, /^The setting SECOND_FACTOR_KEY is not 64 hexadecimal digits/],
  [{ TRUST_PROXY: 'all' }, /^The setting TRUST_PROXY "all" is not/],
  [{ ADMIN_EMAIL: 'admin' }, /^The setting ADMIN_EMAIL "admin" is not an e-mail address/],
  [{ ADMIN_EMAIL: 'admin@example.com' }, /^The setting ADMIN_PASSWORD is missing/],
  [{ ADMIN_PASSWORD: 'sunny side' }, /^The setting ADMIN_EMAIL is missing/],
  [
    { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Secret1' },
    'The setting ADMIN_PASSWORD is one of the 10,000 commonest passwords; choose another, for example ADMIN_PASSWORD=a-long-sentence-is-best.',
  ],
  [
    { ADMIN_EMAIL: 'ada.b@example.com', ADMIN_PASSWORD: 'Ada.B@example.com' },
    /ADMIN_PASSWORD is the address of ADMIN_EMAIL/,
  ],
  [
    { ADMIN_EMAIL: 'heliosfan@example.com', ADMIN_PASSWORD: 'heliosfan' },
    /ADMIN_PASSWORD is the address of ADMIN_EMAIL/,
  ],
  [{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'HelioGraph' }, /ADMIN_PASSWORD is the name of the portal/],
  [{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'northlight', BRAND: '1' }, /ADMIN_PASSWORD is the name/],
  [{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'x'.repeat(201) }, /ADMIN_PASSWORD is not from 6 to 200/],
] as const)('%o is refused in one sentence', (env, message) => {
  expect(() => parse(env)).toThrow(message);
});

test('does not repeat a refused secret in the message', () => {
  const refused = (env: Record<string, string>) => {
    try {
      return parse(env);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refused({ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'abc12' })).not.toContain('abc12');
  expect(refused({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2');
});

test('treats an empty setting as absent', () => {
  expect(parse({ PORT: '', DEVICE_PORT: ' ', DEMO: '' })).toEqual(parse({}));
});

describe('production', () => {
  const DATABASE_URL = 'postgres://user@localhost/heliograph';
  test('requires DATABASE_URL', () => {
    expect(() => parse({}, true)).toThrow(/^The setting DATABASE_URL is missing/);
  });
  test('has no demonstration, even if requested', () => {
    expect(parse({ DATABASE_URL }, true).demo).toBe(false);
    expect(() => parse({ DATABASE_URL, DEMO: 'on' }, true)).toThrow(/^The setting DEMO is on/);
  });
});

test('a database of the operator has no demonstration unless requested', () => {
  expect(parse({ DATABASE_URL: 'postgres://user@db/heliograph' }).demo).toBe(false);
});

test('root’s data folder is outside the checkout and differs between checkouts', () => {
  const one = defaultDataDir('/root/my copy', true);
  expect(one).toMatch(/^\/var\/lib\/heliograph\/my-copy-[0-9a-f]{8}$/);
  expect(defaultDataDir('/srv/my copy', true)).not.toBe(one);
});

test('docs/operate/settings.md and .env.example equal the output of node scripts/settingsPage.ts', () => {
  expect(readFileSync(join(projectDir, 'docs/operate/settings.md'), 'utf8')).toBe(settingsPage());
  expect(readFileSync(join(projectDir, '.env.example'), 'utf8')).toBe(envExample());
});

test('.env.example names every setting once, with its default', () => {
  const text = readFileSync(join(projectDir, '.env.example'), 'utf8');
  const shown = parseEnv(text) as Record<string, string>;
  const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(settings).toSorted());
  for (const [name, { schema }] of Object.entries(settings)) {
    const given = shown[name] || undefined;
    expect(given === undefined, `${name} shows its default`).toBe(schema.parse(undefined) === undefined);
    expect(schema.parse(given), name).toEqual(schema.parse(undefined));
  }
});

test('docs/operate/settings.md has an entry for every setting and states which may be in a file', () => {
  const text = readFileSync(join(projectDir, 'docs/operate/settings.md'), 'utf8');
  const entries = new Map(text.split(/^### /m).map((part) => [part.split('\n', 1)[0]!, part]));
  for (const [name, setting] of Object.entries(settings)) {
    expect(entries.has(name), name).toBe(true);
    expect(entries.get(name)!.includes(`${name}_FILE`), name).toBe('secret' in setting);
  }
});

test('production refuses without TLS exactly the settings that the page names', () => {
  const DATABASE_URL = 'postgres://user@localhost/heliograph';
  for (const [name, kind] of NEED_TLS) {
    const schemes = { DATABASE_URL: 'postgres', MQTT_URL: 'mqtt', SMTP_URL: 'smtp', VIRUS_SCANNER: 'tcp' } as Record<
      string,
      string
    >;
    const path = name === 'MAP_TILES_URL' ? '/{z}/{x}/{y}.png' : name === 'DATABASE_URL' ? '/heliograph' : '';
    const plain = { DATABASE_URL, [name]: `${schemes[name] ?? 'http'}://other.example.com${path}` };
    const given = name === 'SMTP_URL' ? { ...plain, MAIL_FROM: 'a@example.com' } : plain;
    expect(() => parse(given, true), name).toThrow(`PLAIN_CONNECTIONS=${kind}`);
    expect(() => parse({ ...given, PLAIN_CONNECTIONS: kind }, true), name).not.toThrow();
  }
});
