// Masking of searches with an e-mail address: the address of the page does not contain the text, and the page still searches for it.
import { expect, test } from 'vitest';
import { userList } from '../../pages/people/users/userList.ts';
import { maskText, unmaskText } from './maskText.ts';

test('an e-mail address is masked in the address of a page, with one mark per text', () => {
  const mark = maskText('anna@example.com');
  expect(mark).toMatch(/^~\d+$/);
  expect(maskText('anna@example.com')).toBe(mark);
  expect(maskText('bert@example.com')).not.toBe(mark);
  expect(unmaskText(mark)).toBe('anna@example.com');
});

test('other text is not masked, and a mark of a closed page is empty', () => {
  expect([maskText('lake'), unmaskText('lake')]).toEqual(['lake', 'lake']);
  expect(unmaskText(maskText('~123'))).toBe('~123');
  expect(unmaskText('~987654321')).toBe('');
});

test('the search of a list is masked in its address and unmasked in its state', () => {
  const search = userList.search({ q: 'anna@example.com', sort: '-email' });
  expect(JSON.stringify(search)).not.toContain('@');
  expect(userList.stateOf(search).q).toBe('anna@example.com');
  expect(userList.search({ ...search })).toEqual(search);
});
