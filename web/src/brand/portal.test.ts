// The brand of a page: from the server, and on the page of a new password from its address.
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

test.each([
  ['/resetPwd?title=northlight', 'Northlight'],
  ['/resetPwd?title=Somebody%20else', 'Heliograph'],
  ['/resetPwd', 'Heliograph'],
  ['/forgetPwd?title=northlight', 'Heliograph'],
])('the page at %s has the brand %s', async (address, name) => {
  window.history.replaceState(null, '', address);
  const { brand } = await import('./portal.ts');
  expect(brand.name).toBe(name);
});
