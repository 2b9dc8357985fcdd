// Which sessions stay valid after a change of their serial number.
import { expect, test } from 'vitest';
import { isStillValid } from './revalidateSessions.ts';
import type { SerialState } from './serialLookup.ts';

const CREDENTIAL = Buffer.from('credential');
const SERIAL: SerialState = {
  sid: 'S1',
  restricted: false,
  allowed: ['203.0.113.0/24'],
  timeZone: 'UTC',
  credential: CREDENTIAL,
  kind: 'gateway',
  children: [],
  refused: {},
  ignoredValues: 0,
};
const SESSION = { sid: 'S1', address: '203.0.113.7', credential: CREDENTIAL };

test.each<
  [
    name: string,
    session: typeof SESSION | { sid: null; address: string; credential: null },
    serial: SerialState | undefined,
    isValid: boolean,
  ]
>([
  ['an unchanged device', SESSION, SERIAL, true],
  ['a device behind an external broker', { ...SESSION, address: '' }, SERIAL, true],
  ['a device of another plant', SESSION, { ...SERIAL, sid: 'S2' }, false],
  ['a released device', SESSION, { ...SERIAL, sid: null }, false],
  ['a deleted serial number', SESSION, undefined, false],
  ['a restricted device', SESSION, { ...SERIAL, restricted: true }, false],
  ['a device with a new password', SESSION, { ...SERIAL, credential: Buffer.from('renewed') }, false],
  ['a device from a source that is no longer allowed', { ...SESSION, address: '198.51.100.9' }, SERIAL, false],
  ['an unclaimed device', { sid: null, address: '198.51.100.9', credential: null }, undefined, true],
  ['a device that was claimed meanwhile', { sid: null, address: '203.0.113.7', credential: null }, SERIAL, false],
])('validates %s', (_name, session, serial, isValid) => {
  expect(isStillValid(session, serial)).toBe(isValid);
});
