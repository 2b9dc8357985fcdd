// The facts of a plant whose peak power nobody has entered.
import type { Response } from '@heliograph/contract/calls.ts';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { FactsCard } from './FactsCard.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});

test('shows an unknown peak power as a dash, never as 0', () => {
  const cardText = (powerMax: number) => {
    const detail = {
      powerMax,
      currency: 'EUR',
      electricityPrice: null,
      remark: '',
      logo: '',
    } as Response<'site/detail'>;
    const { container } = render(
      <MantineProvider>
        <FactsCard detail={detail} basis={null} isWide={false} />
      </MantineProvider>,
    );
    return container.textContent;
  };
  expect(cardText(0)).toContain('Peak power–');
  expect(cardText(6900)).toContain('Peak power6.9 kWp');
});
