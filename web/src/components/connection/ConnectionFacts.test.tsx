// The connection time of a gateway is shown in its plant's time, like all times of a plant.
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { ConnectionState } from './ConnectionFacts.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'devices']);
});

test('shows the connection time of a gateway in the zone of its plant', () => {
  const { container } = render(
    <ConnectionState data={{ online: true, sinceIso: '2026-11-26T17:24:00Z' }} timeZone="Asia/Tokyo" />,
  );
  expect(container.textContent).toMatch(/Connected since .*27.* 02:24/);
});
