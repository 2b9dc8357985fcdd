// Lines of the balance: metered and unmetered consumption in the report and in the energy view, and a unit for each figure of the report.
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
/** Returns a balance in which load meters measure `measured` kWh; null: no load meters. */
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
const pageText = (page: ReactNode): string => {
  const { container } = render(<MantineProvider>{page}</MantineProvider>);
  return container.textContent.replaceAll('\u00a0', ' ');
};

test.each([
  [
    'report',
    (balance: PlantBalance) => <BalanceCard balance={balance} money={null} negativePrices={null} currency="EUR" />,
    'Consumption9.00 kWhthereof metered4.00 kWhthereof unmetered5.00 kWhImport',
  ],
  [
    'energy',
    (balance: PlantBalance) => <BalanceTable balance={balance} money={null} negativePrices={null} currency="EUR" />,
    'Consumption9.00thereof metered4.00thereof unmetered5.00Export',
  ],
])('lists metered and unmetered parts right below the consumption in the %s view', (_, page, lines) => {
  expect(pageText(page(balanceOf(4)))).toContain(lines);
  const withoutMeters = pageText(page(balanceOf(null)));
  expect(withoutMeters).toContain('Consumption');
  expect(withoutMeters).not.toContain('of it');
});

test.each([
  ['report', BalanceCard],
  ['energy', BalanceTable],
])(
  'explains negative consumption as a wrong sign in the %s view, but not within rounding or the spread over days',
  (_, View) => {
    const viewText = (energy: number, spread = 0) =>
      pageText(
        <View
          balance={{ ...balanceOf(null), home: { ...figure(energy), spread } }}
          money={null}
          negativePrices={null}
          currency={'EUR'}
        />,
      );
    expect(viewText(-60)).toContain('a meter or the battery counts the wrong way round');
    for (const text of [viewText(-0.05), viewText(-60, 80), viewText(0)]) expect(text).not.toContain('wrong way round');
  },
);

test('shows hours with negative prices, their export and its cost as far as known, only with the permission for money', () => {
  const negative = { hours: 6.5, energy: 2.1, money: -0.2, byHour: 1 };
  const card = (prices: typeof negative | { hours: number; energy: null; money: null; byHour: null }) =>
    pageText(<BalanceCard balance={balanceOf(4)} money={null} negativePrices={prices} currency="EUR" />);
  expect(card(negative)).not.toContain('negative');
  storeMenus([{ mode: MENU_MODE.pageModule, components_title: 'SiteMoney' }] as never);
  expect(card(negative)).toContain('Hours with negative prices6.5 h, 2.10 kWh exported, -€0.20');
  expect(card({ ...negative, byHour: 0.4 })).toContain('-€0.20 (hours known for 40%)');
  expect(card({ hours: 6, energy: null, money: null, byHour: null })).toContain('6 h, export unknown');
});

test('chooses the unit of each figure of the report by itself', () => {
  const balance = { ...balanceOf(null), home: figure(1_003), toGrid: figure(3.14), charge: figure(90.9) };
  const text = pageText(<BalanceCard balance={balance} money={null} negativePrices={null} currency="EUR" />);
  for (const line of ['Consumption1.00 MWh', 'Export3.14 kWh', 'Charged90.9 kWh', 'Import2.00 kWh'])
    expect(text).toContain(line);
});
