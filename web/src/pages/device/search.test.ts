// Search parameters of a device page, and the page of each kind of device.
import { REPORT_KINDS } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { links } from '../../links.ts';
import { readDeviceSearch } from './search.ts';

test('restores the view from its address and keeps an all-digit serial number as text', () => {
  const search = {
    sid: 'DE_20260101_abcdef',
    sn: '12345678',
    view: 'history',
    day: '2026-11-20',
    lines: ['L1 Power'],
    step: 15,
    energies: 'month',
    state: 'all',
    level: 'fault',
    page: 2,
  };
  expect(readDeviceSearch({ ...search, sn: 12345678 })).toEqual(search);
});

test('drops invalid values', () => {
  expect(readDeviceSearch({ sn: '<b>', view: 'power', day: '2026-02-31', energies: 'toString', page: -1 })).toEqual({
    sid: '',
    sn: '',
    view: undefined,
    day: undefined,
    lines: undefined,
    step: undefined,
    energies: undefined,
    state: undefined,
    level: undefined,
    page: undefined,
  });
});

test('has a page for each kind of device', () => {
  const pages = REPORT_KINDS.map((kind) => [kind, links.device({ sid: 'S', sn: 'N', kind }).to]);
  expect(Object.fromEntries(pages)).toEqual({
    meter: '/devices/electricMeter',
    hybrid: '/devices/allInOneMachine',
    inverter: '/devices/stringMachine',
    battery: '/devices/battery',
    microinverter: '/devices/module/detail',
    gateway: '/devices/gateway',
    sensor: '/devices/sensor',
  });
});
