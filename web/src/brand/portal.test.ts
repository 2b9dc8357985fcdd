// The page's state from the server, or without one.
import { expect, test } from 'vitest';
import { readPortal } from './portal.ts';

test('reads the state from the server; unreadable text means the default brand', () => {
  const { brand } = readPortal('not filled in');
  expect(brand).toMatchObject({ id: 0, name: 'Heliograph' });
  expect(readPortal(`{"brandId":1,"maintenance":true,"demo":null}`)).toMatchObject({
    brandId: 1,
    maintenance: true,
    brand,
  });
  const other = { ...brand, id: 1, name: 'Northlight' };
  expect(readPortal(JSON.stringify({ brand: other })).brand).toEqual(other);
});
