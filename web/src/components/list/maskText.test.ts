// Searches that hold an e-mail address: their text is nowhere in the address of the page, and means the same to the page.
import { expect, test } from 'vitest';
import { userList } from '../../pages/people/users/userList.ts';
import { maskText, meantByAddress } from './maskText.ts';

test('an e-mail address stands in no address of a page; each text has one mark', () => {
  const mark = maskText('anna@example.com');
  expect(mark).toMatch(/^~\d+$/);
  expect(maskText('anna@example.com')).toBe(mark);
  expect(maskText('bert@example.com')).not.toBe(mark);
  expect(meantByAddress(mark)).toBe('anna@example.com');
});

test('other words stand as they are; a mark of a page that was closed means nothing', () => {
  expect([maskText('lake'), meantByAddress('lake')]).toEqual(['lake', 'lake']);
  expect(meantByAddress(maskText('~123'))).toBe('~123');
  expect(meantByAddress('~987654321')).toBe('');
});

test('a list’s search and filters go through it both ways, and an address that has one loses it', () => {
  const search = userList.search({ q: 'anna@example.com', sort: '-email' });
  expect(JSON.stringify(search)).not.toContain('@');
  expect(userList.stateOf(search).q).toBe('anna@example.com');
  expect(userList.search({ ...search })).toEqual(search);
});
