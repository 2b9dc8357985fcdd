// The basis of a revenue in words: one price, a price per hour, or the share set by the user; empty where meters measure it.
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { render } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { EnergyFigure } from '../../components/EnergyFigure.tsx';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { storeMenus } from '../../session/session.ts';
import { valuationBasisText } from './valuationBasisText.ts';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});

function Basis({ basis, isOfDevice }: { basis: ValuationBasis; isOfDevice?: boolean }) {
  const { t } = useTranslation();
  return valuationBasisText(basis, 'EUR', t, isOfDevice);
}

const flat: NonNullable<ValuationBasis> = {
  by: 'electricityPrice',
  kind: 'flat',
  price: 0.34,
  feedInPrice: 0.0786,
  ownUseShare: null,
  hasChanged: false,
};
const NO_METER = 'no grid meter, so export is unknown';
test.each<[string, ValuationBasis, string]>([
  ['a flat price', flat, `Valued at 0.34 EUR/kWh: ${NO_METER}`],
  ['a price per hour', { ...flat, kind: 'timeOfUse' }, `Valued at hourly prices: ${NO_METER}`],
  [
    'a share of own use',
    { ...flat, by: 'ownUseShare', ownUseShare: 0.4 },
    'As set, 40% used on site at 0.34 EUR/kWh, the rest exported at 0.0786 EUR/kWh',
  ],
  [
    'a share of own use at a price per hour',
    { ...flat, by: 'ownUseShare', kind: 'timeOfUse', ownUseShare: 0.4 },
    'As set, 40% used on site, the rest exported, each at hourly prices',
  ],
  [
    'an earlier price',
    { ...flat, hasChanged: true },
    `Valued at 0.34 EUR/kWh: ${NO_METER}. Other days at the prices valid then`,
  ],
  ['measured flows', { ...flat, by: 'measured' }, ''],
  ['no revenue', null, ''],
])('describes the basis of a revenue with %s', (_case, basis, text) => {
  expect(render(<Basis basis={basis} />).container.textContent).toBe(text);
});

test('states that the export of a single device is unknown, even if the plant has a meter', () => {
  const basisText = (basis: ValuationBasis) => render(<Basis basis={basis} isOfDevice />).container.textContent;
  const unknown = 'the export of a single device is unknown';
  expect(basisText(flat)).toBe(`Valued at 0.34 EUR/kWh: ${unknown}`);
  expect(basisText({ ...flat, kind: 'timeOfUse' })).toBe(`Valued at hourly prices: ${unknown}`);
});

test('shows the basis in the info tip of an amount, only with the permission for money', () => {
  const worth = { amount: '3.20', currency: 'EUR', basis: `Valued at hourly prices: ${NO_METER}` };
  const figureText = () =>
    render(
      <EnergyFigure label="Today" energy="10" provenance={{ source: 'counted', completeness: 1 }} revenue={worth} />,
    ).container.textContent;
  storeMenus([]);
  expect(figureText()).not.toMatch(/Value|€/);
  storeMenus([{ mode: MENU_MODE.pageModule, components_title: 'SiteMoney' }] as never);
  expect(figureText()).toContain(worth.basis);
});
