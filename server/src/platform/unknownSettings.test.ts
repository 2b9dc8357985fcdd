// Mistyped settings are named, other programs' variables are not.
import { expect, test } from 'vitest';
import { unknownSettings } from './unknownSettings.ts';

const known = ['HOST', 'PORT', 'DATA_DIR', 'MAIL_FROM', 'SMTP_URL', 'SMTP_URL_FILE', 'DATABASE_URL'];

test('names settings that are unknown or mistyped', () => {
  const file = ['PORT', 'PORTT', 'COLOUR', 'SMTP_URL_FILE'];
  const environment = ['PATH', 'HOME', 'MAIL', 'PWD', 'HOSTNAME', 'MAIL_FORM', 'DATABASE_URI', 'PORT', 'LANG', 'PORTT'];
  expect(unknownSettings({ file, environment }, known)).toEqual([
    'The setting PORTT is unknown and ignored; did you mean PORT?',
    'The setting COLOUR is unknown and ignored.',
    'The setting MAIL_FORM is unknown and ignored; did you mean MAIL_FROM?',
    'The setting DATABASE_URI is unknown and ignored; did you mean DATABASE_URL?',
  ]);
});
