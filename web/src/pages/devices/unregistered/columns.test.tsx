// Cells of the unregistered devices: the age of a connection as "2 h ago", and whether the scale of a power is a guess.
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { t } from '../../../i18n/translation.ts';
import { unregisteredColumns } from './columns.tsx';
import type { UnregisteredRow } from './unregisteredList.ts';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'list', 'devices', 'edit', 'unregistered']);
});

test('shows the age of the connection of a connected gateway', () => {
  const row = {
    sn: 'HG1',
    restrictedIso: null,
    online: true,
    onlineSinceIso: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  } as UnregisteredRow;
  const column = unregisteredColumns(t).find(({ id }) => id === 'connection');
  const { container } = render(column?.cell(row));
  expect(container.textContent).toBe('Connected2 h ago');
});

test.each([
  ['BDM-2250', 'unknownscale estimated'],
  [null, 'unknown'],
])('shows as the product of a power decoded as %s: %s', (nowGuessedAs, text) => {
  const column = unregisteredColumns(t).find(({ id }) => id === 'product');
  const row = { sn: 'AB', modelName: '', announced: null, now: 128, nowGuessedAs };
  const { container } = render(column?.cell(row as UnregisteredRow));
  expect(container.textContent).toBe(text);
});
