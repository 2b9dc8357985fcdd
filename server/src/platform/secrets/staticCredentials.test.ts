// Tests which settings sign in with a permanent password.
import { expect, test } from 'vitest';
import { lastingPasswords } from './staticCredentials.ts';

const mailBy = (smtpUrl: string) => ({ smtpUrl, from: 'portal@example.com' });
const NONE = { databaseUrl: undefined, mqttUrl: undefined, mail: undefined };

test.each([
  ['a password', 'postgres://portal:word@h1,h2:5433/heliograph', ['DATABASE_URL']],
  ['a password as a query parameter', 'postgres://portal@db.example.com/heliograph?password=word', ['DATABASE_URL']],
  ['a certificate', 'postgres://portal@db.example.com/heliograph?sslmode=verify-full&sslcert=/c.pem&sslkey=/k.pem', []],
  ['a socket, whose user the system authenticates', 'postgres://portal@localhost/heliograph?host=/run/postgresql', []],
])('classifies a database with %s', (_, databaseUrl, names) => {
  expect(lastingPasswords({ ...NONE, databaseUrl })).toEqual(names);
});

test('classifies a broker and a mail server with and without a password', () => {
  const withPasswords = {
    mqttUrl: 'mqtts://portal:word@broker.example.com',
    mail: mailBy('smtps://portal:word@mail.example.com'),
  };
  expect(lastingPasswords({ ...NONE, ...withPasswords })).toEqual(['MQTT_URL', 'SMTP_URL']);
  expect(lastingPasswords({ ...NONE, mqttUrl: 'mqtt://127.0.0.1', mail: mailBy('smtp://127.0.0.1') })).toEqual([]);
});
