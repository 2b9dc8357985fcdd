// The devices of a plant: power with its direction, both energies of today, and a link to the device's page.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteChart, siteDetail, siteDevice } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';

const unreported = { lastUpdate: '', lastUpdateTime: 0, lastUpdateCal: '', lastUpdateIso: null };
const devices = [
  siteDevice({
    sn: 'METER1',
    alias: '',
    kind: 'meter',
    now: '-4310',
    nowOf: 'grid',
    today: '',
    todayFlows: [
      { flow: 'fromGrid', energy: 0.03 },
      { flow: 'toGrid', energy: 1.2 },
    ],
  }),
  siteDevice({
    sn: 'BATTERY1',
    alias: '',
    kind: 'battery',
    now: '-650',
    nowOf: 'battery',
    today: '',
    todayFlows: [
      { flow: 'charge', energy: 0.02 },
      { flow: 'discharge', energy: 0.01 },
    ],
  }),
  siteDevice({ sn: 'HYBRID1', alias: '', kind: 'hybrid', status: -1, ...unreported }),
];
const open = (role: 'installer' | 'owner' = 'installer') =>
  openPage(
    `/pvPlant/detail?sid=${SID}`,
    {
      'site/overview': overview({ deviceList: devices, deviceCount: 3 }),
      'site/detail': siteDetail(),
      'site/statistics/echarts': siteChart('W', { '2026-06-10T12:00:00+02:00': 7000 }),
    },
    { role },
  );
const row = async (sn: string) => (await screen.findByText(sn)).closest('tr')!;

test('shows the current power of a meter and a battery with its direction, and both energies of today', async () => {
  await open();
  expect((await row('METER1')).textContent).toMatch(/-4,310\.0to the grid.*from the grid.*0\.03.*to the grid/);
  expect((await row('BATTERY1')).textContent).toMatch(/-650\.0charging.*charged.*discharged/);
});

test('links to the page of each device for an owner, even if the device never reported', async () => {
  await open('owner');
  const { pathname, searchParams } = new URL(
    within(await row('HYBRID1'))
      .getByText('HYBRID1')
      .closest('a')!.href,
  );
  expect([pathname, searchParams.get('sn')]).toEqual(['/devices/allInOneMachine', 'HYBRID1']);
});
