// Which settings sign in by a password that stays.
import { expect, test } from 'vitest';
import { lastingPasswords } from './staticCredentials.ts';

const mailBy = (smtpUrl: string) => ({ smtpUrl, from: { name: 'Portal', address: 'portal@example.com' } });
const NONE = { databaseUrl: undefined, mqttUrl: undefined, mail: undefined };

test.each([
  ['a password', 'postgres://portal:word@h1,h2:5433/heliograph', ['DATABASE_URL']],
  ['one behind the question mark', 'postgres://portal@db.example.com/heliograph?password=word', ['DATABASE_URL']],
  ['a certificate', 'postgres://portal@db.example.com/heliograph?sslmode=verify-full&sslcert=/c.pem&sslkey=/k.pem', []],
  ['a socket, whose user the system tells', 'postgres://portal@localhost/heliograph?host=/run/postgresql', []],
])('a database that is signed in to by %s', (_, databaseUrl, names) => {
  expect(lastingPasswords({ ...NONE, databaseUrl })).toEqual(names);
});

test('a broker and a mail server by a password, and without one', () => {
  const given = {
    mqttUrl: 'mqtts://portal:word@broker.example.com',
    mail: mailBy('smtps://portal:word@mail.example.com'),
  };
  expect(lastingPasswords({ ...NONE, ...given })).toEqual(['MQTT_URL', 'SMTP_URL']);
  expect(lastingPasswords({ ...NONE, mqttUrl: 'mqtt://127.0.0.1', mail: mailBy('smtp://127.0.0.1') })).toEqual([]);
});
