// Since when a gateway is connected is told in its plant's time, as everything of a plant is.
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { ConnectionState } from './ConnectionFacts.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'devices']);
});

test('a gateway far away', () => {
  const { container } = render(
    <ConnectionState data={{ online: true, sinceIso: '2026-11-26T17:24:00Z' }} timeZone="Asia/Tokyo" />,
  );
  expect(container.textContent).toMatch(/Connected since .*27.* 02:24/);
});
