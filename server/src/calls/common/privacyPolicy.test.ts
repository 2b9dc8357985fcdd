// common/privacyPolicy: the brand's own text in the reader's language, else in the brand's, else none.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql } = await testServer();

test('falls back to the language of the brand, and to no text', async () => {
  await sql`update brands set privacy = '{"de": "Deutsch", "fr": "Français"}', language = 'fr' where id = 0`;
  const textFor = async (lan: string) => (await ask('common/privacyPolicy', {}, { headers: { lan } })).text;
  expect([await textFor('3'), await textFor('5'), await textFor('6')]).toEqual(['Deutsch', 'Français', 'Français']);
  await sql`update brands set privacy = '{}' where id = 0`;
  expect(await textFor('3')).toBe('');
});
