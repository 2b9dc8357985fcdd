// Devices: lists, detail, live figures, charts and playback of microinverters. To a role without SiteDevices there is no device:
// lists are empty, and calls of one device refuse with noSuchDevice (server: sql/visibleDevice).
import { z } from 'zod';
import { call } from '../call.ts';
import { alertFields } from '../entities/alert.ts';
import { listFilters, page, sortBy, textFilter } from '../entities/page.ts';
import {
  benefit,
  chart,
  chartTypes,
  day,
  dayMonthOrYear,
  energyFlow,
  ignored,
  int,
  iso,
  lastUpdate,
  oneOf,
  production,
  provenance,
  rangeDate,
  sid,
  sn,
  text,
} from '../entities/parts.ts';
import { devices, money } from '../pageModules.ts';

const deviceRow = z.object({
  sid,
  sn: z.string(),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  model: z.number().int(),
  modelName: z.string(),
  ...lastUpdate,
  createdAt: z.string(),
  createdAtIso: iso,
  siteName: z.string(),
  country: z.string(),
  countryName: z.string(),
  stateName: z.string(),
  city: z.string(),
  street: z.string(),
  userEmail: z.string(),
  installerEmail: z.string(),
  commissionDate: z.string(),
  /** Always a number, as programs expect: 0 while `isLive` is false. */
  now: z.number(),
  nowUnit: z.literal('W'),
  /** Whether `now` was measured within three of the device's uploads. */
  isLive: z.boolean(),
  /** Seconds after which a value of this device is no longer live. */
  staleAfterS: z.number().int(),
  todayPower: z.number().nullable(),
  totalPower: z.number().nullable(),
  todayPowerUnit: z.literal('kWh'),
  totalPowerUnit: z.literal('kWh'),
  batterySoc: z.number().nullable(),
  WIFIVersion: z.string(),
  /** The firmware byte of an inverter's frame, in decimal; "" where the device tells none. */
  CPUVersion: z.string(),
  RAMVersion: z.string(),
  alias: z.string(),
});

const filters = listFilters.extend({ sid: textFilter }).prefault({});

/** The module a device list row describes on pages that show one device. */
const deviceDetail = deviceRow.extend({
  timezone: z.string(),
  inputs: z.number().int(),
  ratedPower: z.number(),
  stringNumber: z.number().int().nullable(),
  tilt: z.number().nullable(),
  azimuth: z.number().nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  mode: z.string(),
  /** Latest value of each quantity the device sends, by the names of device/powerParamateMap. */
  values: z.array(z.object({ name: z.string(), unit: z.string(), value: z.number().nullable() })),
});

const lines = z.array(text(40)).max(20).optional();

export const deviceCalls = {
  'device/list': call({
    summary: 'The devices this session may see.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({
      page: page.prefault({}),
      filters,
      sort: sortBy(['problems', 'sn', 'siteName', 'model', 'now', 'lastUpdate', 'createdAt']),
    }),
    response: z.object({ list: devices(z.array(deviceRow), []), total: devices(z.number().int(), 0) }),
  }),
  'device/list/noReg': call({
    summary:
      'Devices that send but belong to no plant. Those with the right to register devices see all of them when they search a serial number in full, administrators always.',
    access: { anyOf: ['NoRegGatewayList'] },
    request: z.object({
      page: page.prefault({}),
      filters: z.object({ keywords: textFilter, sn: textFilter }).prefault({}),
      sort: sortBy(['sn', 'firstSeen', 'lastUpdate']),
    }),
    response: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          firstSeen: z.string(),
          firstSeenIso: iso,
          ...lastUpdate,
          /** Frames kept for it, at most the 30 days that are kept. */
          frames: z.number().int(),
          now: z.number().nullable(),
          nowUnit: z.literal('W'),
          status: z.number().int(),
          statusTitle: z.string(),
          children: z.number().int(),
          WIFIVersion: z.string(),
        }),
      ),
      total: z.number().int(),
    }),
    refusals: ['tooManyRequests'],
  }),
  'device/detail': call({
    summary: 'One device: identity, place, latest value of each quantity.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({ sid: sid.optional(), sn }),
    response: deviceDetail,
    refusals: ['noSuchDevice'],
  }),
  'device/modules': call({
    summary: 'The modules (inputs) of a device.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({ sid: sid.optional(), sn, page: ignored }),
    response: z.object({
      list: z.array(
        z.object({
          plcSN: z.string(),
          addr: z.number().int(),
          now: z.number().nullable(),
          todayPower: z.number().nullable(),
          voltage: z.number().nullable(),
          current: z.number().nullable(),
          units: z.string(),
          status: z.string(),
          model: z.number().int(),
          model_name: z.string(),
          lastUpdate: z.string(),
          lastUpdateIso: iso,
          lastUpdateTime: z.number().int(),
        }),
      ),
      total: z.number().int(),
    }),
    refusals: ['noSuchDevice'],
  }),
  'device/statistics/overview': call({
    summary: 'What a device does now and has done.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({ sid: sid.optional(), sn }),
    response: z.object({
      maxNow: z.number().nullable(),
      totalNow: z.number().nullable(),
      totalNowUnit: z.literal('W'),
      currency_unit: money(z.string(), ''),
      local_electric_price: money(z.number().nullable(), null),
      production,
      environmentalBenefit: benefit,
      status: z.number().int(),
      statusTitle: z.string(),
      ...alertFields,
      ...lastUpdate,
      isConsumption: z.boolean(),
      energy: energyFlow,
      provenance: z.object({ today: provenance, month: provenance, year: provenance, total: provenance }),
    }),
    refusals: ['noSuchDevice'],
  }),
  'device/statistics/echarts': call({
    summary: 'Quantities of a day or energy by day, month, year of a device.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({
      sid: sid.optional(),
      sn,
      types: chartTypes,
      date: dayMonthOrYear.optional(),
      rangeDate: rangeDate.optional(),
      /** Minutes of a slot of a day chart: 5 unless asked. */
      minInterval: int(1, 60).optional(),
      /** Names of device/powerParamateMap; production alone when left out. */
      lines,
    }),
    response: chart.extend({
      provenance: z.array(provenance),
      sun: z.object({ rise: iso, set: iso }),
    }),
    refusals: ['noSuchDevice', 'rangeTooLong', 'timeReversed'],
  }),
  'device/statistics/date': call({
    summary: 'Energy and money of a day (types 1) or month (2) of a device.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({
      sid: sid.optional(),
      sn,
      types: oneOf(1, 2),
      date: dayMonthOrYear.optional(),
    }),
    response: z.object({
      power: z.string(),
      consumption: z.string(),
      economic: money(z.string(), ''),
      powerUnit: z.literal('kWh'),
      consumptionUnit: z.literal('kWh'),
      economicUnit: money(z.string(), ''),
      provenance,
    }),
    refusals: ['noSuchDevice'],
  }),
  'device/playback': call({
    summary: 'Power of each module over a day (types 1), or over all days up to `end`, at most 31, in 5-minute slots.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({
      sid: sid.optional(),
      sn,
      types: oneOf(1).default(1),
      start: day,
      /** Included; `start` when left out. */
      end: day.optional(),
    }),
    response: z.object({
      overview: chart,
      modules: z.array(z.object({ plcSN: z.string(), addr: z.number().int(), data: z.array(z.number().nullable()) })),
      unit: z.literal('W'),
    }),
    refusals: ['noSuchDevice', 'rangeTooLong', 'timeReversed'],
  }),
  'device/powerParamateMap': call({
    summary: 'The quantities a device sends: the `lines` that its charts take.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({ sid: sid.optional(), sn }),
    response: z.object({ list: z.array(z.object({ name: z.string(), unit: z.string() })) }),
    refusals: ['noSuchDevice'],
  }),
} as const;
