// The lists of quantities in the docs equal the output of `node scripts/quantityTables.ts`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WRITTEN } from '../../scripts/quantityTables.ts';

test.each(Object.entries(WRITTEN))('%s is up to date', (path, write) => {
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  expect(write(text)).toBe(text);
});
