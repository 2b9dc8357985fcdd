// Neighbouring energies of a device share one unit: three digits on its card, two decimals in its table.
import type { Response } from '@heliograph/contract/calls.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { callKey } from '../../api/useCall.ts';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { BatteryNow } from './BatteryNow.tsx';
import { EnergyFigures } from './EnergyFigures.tsx';
import type { Device } from './kinds.ts';
import { Produced } from './Produced.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant', 'device']);
});

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
const textOf = (part: ReactNode): string => {
  const { container } = render(
    <MantineProvider>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
  return container.textContent.replaceAll('\u00a0', ' ');
};

const device = { sid: '7', sn: 'BAT1', kind: 'battery', lastUpdateIso: null, ratedPower: 5000 } as Device;
const figure = (energy: number | null) => ({
  energy,
  unit: 'kWh' as const,
  source: energy === null ? ('none' as const) : ('counted' as const),
  completeness: 1,
  spread: 0,
  missing: [],
});

test('shows the charged and the discharged energy of today in one unit', () => {
  const battery = {
    soc: 62,
    power: 480,
    isLive: true,
    charge: { name: 'Battery Charge', today: figure(4.78), total: figure(900) },
    discharge: { name: 'Battery Discharge', today: figure(0.448), total: figure(800) },
  } as unknown as Response<'battery/hx/overview'>;
  const text = textOf(<BatteryNow device={device} isStale={false} now={battery} temperatureUnit="Celsius" />);
  expect(text).toContain('4.78 kWh');
  expect(text).toContain('0.45 kWh');
  expect(text).not.toMatch(/\d Wh/);
});

test('shows all energies of the table in kWh with two decimals', () => {
  const flow = (name: 'charge' | 'discharge', [today, month, year, total]: (number | null)[]) => ({
    flow: name,
    name,
    today: figure(today!),
    yesterday: figure(null),
    month: figure(month!),
    year: figure(year!),
    total: figure(total!),
  });
  client.setQueryData(callKey('device/statistics/overview/electricity', { sid: device.sid, sn: device.sn }), {
    sid: device.sid,
    sn: device.sn,
    lastUpdateTime: 0,
    lastUpdateIso: null,
    flows: [flow('charge', [4.78, 93.2, 1204.5, 12_345.678]), flow('discharge', [0.448, 80, null, 11_000])],
  });
  const text = textOf(<EnergyFigures device={device} />);
  expect(text.match(/[\d,.]+ k?Wh|–/g)).toEqual([
    ...['4.78 kWh', '93.20 kWh', '1,204.50 kWh', '12,345.68 kWh', '0.45 kWh', '80.00 kWh', '–', '11,000.00 kWh'],
  ]);
});

test('shows the power of an inverter in the unit of its rated power', () => {
  expect(textOf(<Produced device={device} isStale={false} powerW={1943} withShare />)).toContain(
    '1.94 kWof 5.00 kW · 39%',
  );
});

test('shows the power of a device without rated power in the unit of its plant', () => {
  const unknown = { ...device, ratedPower: 0, sitePowerMax: 6900 };
  expect(textOf(<Produced device={unknown} isStale={false} powerW={310} />)).toContain('0.31 kW');
  expect(textOf(<Produced device={{ ...unknown, sitePowerMax: 0 }} isStale={false} powerW={310} />)).toContain('310 W');
});
