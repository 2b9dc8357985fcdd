// What no meter sees of the consumption is a line of its own, in the report and in the energy view, and only where it is known.
import type { PlantBalance } from '@heliograph/contract/entities/statistics.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { storeMenus } from '../../../session/session.ts';
import { BalanceTable } from '../energy/BalanceTable.tsx';
import { BalanceCard } from './BalanceCard.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant', 'report']);
});

const figure = (energy: number | null) => ({
  energy,
  unit: 'kWh' as const,
  source: 'counted' as const,
  completeness: 1,
  spread: 0,
  missing: [],
});
/** Of which load meters measure 4 kWh; null: there are none. */
const balanceOf = (measured: number | null): PlantBalance => ({
  production: figure(10),
  fromGrid: figure(2),
  toGrid: figure(3),
  charge: figure(null),
  home: figure(9),
  discharge: figure(null),
  generator: figure(null),
  measuredHome: figure(measured),
  ownUse: figure(7),
  unmeasured: figure(measured === null ? null : 9 - measured),
  autarchy: 0.78,
  money: null,
});
const shown = (page: ReactNode): string => {
  const { container } = render(<MantineProvider>{page}</MantineProvider>);
  return container.textContent.replaceAll('\u00a0', ' ');
};

test.each([
  [
    'report',
    (balance: PlantBalance) => <BalanceCard balance={balance} money={null} negativePrices={null} currency="EUR" />,
    'Consumption9.00 kWhof it at load meters4.00 kWhof it not measured5.00 kWhFrom grid',
  ],
  [
    'energy',
    (balance: PlantBalance) => <BalanceTable balance={balance} money={null} negativePrices={null} currency="EUR" />,
    'Consumption9.00of it at load meters4.00of it not measured5.00To grid',
  ],
])('%s: what load meters see of the consumption, and what none does, right below it', (_, page, told) => {
  expect(shown(page(balanceOf(4)))).toContain(told);
  const without = shown(page(balanceOf(null)));
  expect(without).toContain('Consumption');
  expect(without).not.toContain('of it');
});

test.each([
  ['report', BalanceCard],
  ['energy', BalanceTable],
])(
  '%s: consumption below zero is said to be a wrong sign, a rounding or what may be of another day is not',
  (_, Shown) => {
    const said = (energy: number, spread = 0) =>
      shown(
        <Shown
          balance={{ ...balanceOf(null), home: { ...figure(energy), spread } }}
          money={null}
          negativePrices={null}
          currency={'EUR'}
        />,
      );
    expect(said(-60)).toContain('a meter or the battery counts the wrong way round');
    for (const fine of [said(-0.05), said(-60, 80), said(0)]) expect(fine).not.toContain('wrong way round');
  },
);

test('hours with a price below 0 are told to who sees money: what went to the grid in them and what it cost, as far as it is known', () => {
  const negative = { hours: 6.5, energy: 2.1, money: -0.2, byHour: 1 };
  const card = (prices: typeof negative | { hours: number; energy: null; money: null; byHour: null }) =>
    shown(<BalanceCard balance={balanceOf(4)} money={null} negativePrices={prices} currency="EUR" />);
  expect(card(negative)).not.toContain('negative');
  storeMenus([{ mode: MENU_MODE.pageModule, components_title: 'SiteMoney' }] as never);
  expect(card(negative)).toContain('Hours with negative prices6.5 h, 2.10 kWh to the grid, -€0.20');
  expect(card({ ...negative, byHour: 0.4 })).toContain('-€0.20 (hours known of 40%)');
  expect(card({ hours: 6, energy: null, money: null, byHour: null })).toContain('6 h, not known what went to the grid');
});
