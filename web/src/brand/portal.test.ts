// Which brand a page is of: the server's word, and on the page of a new password that of its address.
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

test.each([
  ['/resetPwd?title=northlight', 'Northlight'],
  ['/resetPwd?title=Somebody%20else', 'Heliograph'],
  ['/resetPwd', 'Heliograph'],
  ['/forgetPwd?title=northlight', 'Heliograph'],
])('the page at %s is of the brand %s', async (address, name) => {
  window.history.replaceState(null, '', address);
  const { brand } = await import('./portal.ts');
  expect(brand.name).toBe(name);
});
