// The current power of a fleet has the same unit as the installed power, as in the plant list.
import type { Response } from '@heliograph/contract/calls.ts';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { Figures } from './DevicesSection.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'dashboard']);
});

test('shows a small current power in the unit of the installed power', () => {
  const fleet = {
    siteCount: 3,
    powerMax: 43_000,
    now: 1943,
    todayPower: 12.3,
    monthPower: 401,
    totalPower: 5120,
  } as Response<'dashboard/device/summary'>;
  const { container } = render(
    <MantineProvider>
      <Figures fleet={fleet} />
    </MantineProvider>,
  );
  const text = container.textContent.replaceAll('\u00a0', ' ');
  expect(text).toContain('43 kWp');
  expect(text).toContain('1.94 kW');
  expect(text).not.toContain('1,943');
});
