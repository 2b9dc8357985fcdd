// Sites (plants): list, detail, overview, modules, statistics, and making, changing and deleting one.
import { z } from 'zod';
import { call } from '../call.ts';
import { alert, alertFields } from '../entities/alert.ts';
import { listFilters, page, sortBy } from '../entities/page.ts';
import {
  benefit,
  chart,
  chartTypes,
  day,
  energyFlow,
  iso,
  lastUpdate,
  production,
  provenance,
  rangeDate,
  rowFigures,
  sid,
  sn,
} from '../entities/parts.ts';

/** What the wizard and the edit form send; the same rules in both. */
const fields = z.object({
  siteName: z.string().trim().min(1).max(120),
  countryCode: z.string().trim().toUpperCase().length(2),
  stateCode: z.string().trim().max(10),
  city: z.string().trim().max(120),
  street: z.string().trim().max(200),
  zipCode: z.string().trim().max(20),
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
  timezone: z.string().trim().min(1).max(64),
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  currency: z.string().trim().toUpperCase().length(3),
  /** Price of a bought kWh, in the currency; what own use saves. */
  electricityPrice: z.coerce.number().min(0).max(100_000),
  /** Price paid for a sold kWh; null: the same as electricityPrice. */
  feedInPrice: z.coerce.number().min(0).max(100_000).nullable(),
  /** Peak power of the modules, W. */
  powerMax: z.coerce.number().positive().max(1_000_000_000),
  /** AC size of the system, W; null when not said. */
  systemSize: z.coerce.number().positive().max(1_000_000_000).nullable(),
  /** Feed-in limit, W; null for none. */
  controlLimit: z.coerce.number().min(0).max(1_000_000_000).nullable(),
  /** Day the plant went into service; null: not commissioned. */
  commissionDate: day.nullable(),
  pvBrand: z.string().trim().max(80),
  pvModel: z.string().trim().max(80),
  batteryBrand: z.string().trim().max(80),
  batteryModel: z.string().trim().max(80),
  /** What people note about the plant. */
  remark: z.string().trim().max(2000),
  pvRemark: z.string().trim().max(2000),
  batteryRemark: z.string().trim().max(2000),
  projectReferenceId: z.string().trim().max(80),
  /** An existing account of the same branch; "" for none. */
  userEmail: z.email().max(254).or(z.literal('')),
  installerEmail: z.email().max(254).or(z.literal('')),
  shareWith: z.array(z.email().max(254)).max(20),
});

/** A new plant: what may be left out gets its default here, so that a change never resets what it does not name. */
export const siteFields = fields.extend({
  stateCode: fields.shape.stateCode.default(''),
  city: fields.shape.city.default(''),
  street: fields.shape.street.default(''),
  zipCode: fields.shape.zipCode.default(''),
  temperatureUnit: fields.shape.temperatureUnit.default('Celsius'),
  feedInPrice: fields.shape.feedInPrice.default(null),
  systemSize: fields.shape.systemSize.default(null),
  controlLimit: fields.shape.controlLimit.default(null),
  commissionDate: fields.shape.commissionDate.default(null),
  pvBrand: fields.shape.pvBrand.default(''),
  pvModel: fields.shape.pvModel.default(''),
  batteryBrand: fields.shape.batteryBrand.default(''),
  batteryModel: fields.shape.batteryModel.default(''),
  remark: fields.shape.remark.default(''),
  pvRemark: fields.shape.pvRemark.default(''),
  batteryRemark: fields.shape.batteryRemark.default(''),
  projectReferenceId: fields.shape.projectReferenceId.default(''),
  userEmail: fields.shape.userEmail.default(''),
  installerEmail: fields.shape.installerEmail.default(''),
  shareWith: fields.shape.shareWith.default([]),
});

/** A device to add: its serial number, or the number with its product and place on the roof. */
export const deviceToAdd = z.union([
  sn.transform((value) => ({ sn: value })),
  z.object({
    sn,
    /** Product model code; needed when the serial number is not in the registry and its frames do not tell. */
    model: z.coerce.number().int().optional(),
    alias: z.string().trim().max(80).optional(),
    stringNumber: z.coerce.number().int().min(0).max(999).optional(),
    /** Degrees from horizontal. */
    tilt: z.coerce.number().min(0).max(90).optional(),
    /** Degrees clockwise from north. */
    azimuth: z.coerce.number().min(0).max(360).optional(),
    orientation: z.enum(['portrait', 'landscape']).optional(),
  }),
]);
export type DeviceToAdd = {
  sn: string;
  model?: number;
  alias?: string;
  stringNumber?: number;
  tilt?: number;
  azimuth?: number;
  orientation?: 'portrait' | 'landscape';
};

const siteDeviceRow = z.object({
  sid,
  sn: z.string(),
  model: z.string(),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  ...lastUpdate,
  ...rowFigures,
  /** Seconds after which a value of this device is no longer live. */
  staleAfterS: z.number().int(),
});

export const siteListSort = [
  'problems',
  'siteName',
  'powerMax',
  'now',
  'nowPerPeak',
  'todayPower',
  'todayPerPeak',
  'totalPower',
  'reporting',
  'lastUpdate',
  'createdAt',
  'commissionDate',
] as const;

const siteRow = z.object({
  sid,
  siteName: z.string(),
  country: z.string(),
  countryName: z.string(),
  stateName: z.string(),
  city: z.string(),
  street: z.string(),
  userEmail: z.string(),
  installerEmail: z.string(),
  installerName: z.string(),
  registerDate: z.string(),
  registerDateIso: iso,
  isCommission: z.boolean(),
  commissionDate: z.string(),
  commissionDateIso: iso,
  snCount: z.number().int(),
  /** Devices of the site, at most 10; all of them by device/list with `sid`. */
  sn: z.array(siteDeviceRow),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  logo: z.string(),
  timezone: z.string(),
  /** Peak power of the modules, W. */
  powerMax: z.number(),
  /** Devices that reported within three expected uploads, of snCount. */
  reporting: z.number().int(),
  /** True while the sun is down at the plant: silence and zero power are then normal. */
  isNight: z.boolean(),
  ...rowFigures,
  ...lastUpdate,
  /** Seconds after its last update from which no device of the plant is live. */
  staleAfterS: z.number().int(),
});

const siteDetail = z.object({
  sid,
  siteName: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  stateCode: z.string(),
  stateName: z.string(),
  city: z.string(),
  street: z.string(),
  zipCode: z.string(),
  timezone: z.string(),
  /** Whether the time zone can be that of the place; false: one of them is probably wrong. */
  timezoneFits: z.boolean(),
  /** "HH:mm" on the plant's clock at which the sun stands highest, give or take a quarter of an hour. */
  sunNoon: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  logo: z.string(),
  logoFullPath: z.string(),
  commission: z.boolean(),
  registerDate: z.string(),
  registerDateIso: iso,
  commissionDate: z.string(),
  /** "YYYY-MM-DD" or null. */
  commissionDay: z.string().nullable(),
  currency: z.string(),
  electricityPrice: z.number(),
  feedInPrice: z.number().nullable(),
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  remark: z.string(),
  pvRemark: z.string(),
  batteryRemark: z.string(),
  pvBrand: z.string(),
  pvModel: z.string(),
  batteryBrand: z.string(),
  batteryModel: z.string(),
  userEmail: z.string(),
  installerEmail: z.string(),
  shareWith: z.array(z.string()),
  powerMax: z.number(),
  systemSize: z.number().nullable(),
  controlLimit: z.number().nullable(),
  companyId: z.number().int(),
  companyName: z.string(),
  ownershipType: z.number().int(),
  systemType: z.number().int(),
  connectionType: z.number().int(),
  model: z.string(),
  panelType: z.string(),
  powerRating: z.string(),
  sn: z.array(z.string()),
  projectReferenceId: z.string(),
  /** Changes with every change; sent back with updateFast so that two editors do not overwrite each other. */
  version: z.number().int(),
  /** What this session may do here. */
  may: z.object({ update: z.boolean(), delete: z.boolean() }),
});

const moduleRow = z.object({
  plcSN: z.string(),
  addr: z.number().int(),
  lastUpdate: z.string(),
  lastUpdateIso: iso,
  lastUpdateTime: z.number().int(),
  now: z.number().nullable(),
  todayPower: z.number().nullable(),
  totalPower: z.number().nullable(),
  units: z.string(),
  version: z.string(),
  status: z.string(),
  page: z.number().int(),
  model: z.number().int(),
  model_name: z.string(),
});

export const siteCalls = {
  'site/listWithSN': call({
    summary: 'The plants this session may see, with their devices and live figures.',
    access: { anyOf: ['PvPlant', 'Devices'] },
    request: z.object({
      page: page.prefault({}),
      filters: listFilters.prefault({}),
      sort: sortBy(siteListSort),
    }),
    response: z.object({ list: z.array(siteRow), total: z.number().int() }),
  }),
  'site/detail': call({
    summary: 'Everything that is set for a plant.',
    access: { anyOf: ['PvPlant'] },
    request: z.object({ sid }),
    response: siteDetail,
    refusals: ['noSuchSite'],
  }),
  'site/overview': call({
    summary: 'What a plant does now and has done: energy with money, benefits, energy flow, devices, alert.',
    access: { anyOf: ['PvPlant'] },
    request: z.object({ sid }),
    response: z.object({
      sid,
      siteName: z.string(),
      timezone: z.string(),
      statisticsProduction: production,
      benefit,
      status: z.number().int(),
      statusTitle: z.string(),
      ...lastUpdate,
      createdAt: z.string(),
      createdAtIso: iso,
      deviceList: z.array(
        z.object({
          sid,
          sn: z.string(),
          alias: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          status: z.number().int(),
          statusTitle: z.string(),
          ...alertFields,
          pageType: z.number().int(),
          /** The firmware it tells; "" for none. */
          version: z.string(),
          now: z.string(),
          today: z.string(),
          nowUnit: z.literal('W'),
          todayUnit: z.literal('kWh'),
          lastUpdateTime: z.number().int(),
          lastUpdateIso: iso,
          /** Seconds between its uploads, as it announced or as its reports tell; older than three of them is stale. */
          expectedUploadS: z.number().int(),
          /** Mean power of each hour of today so far, W, from the first hour with data; null is a gap. */
          spark: z.array(z.number().nullable()),
        }),
      ),
      energy: energyFlow,
      alert,
      /** Highest power of today, W. */
      max_power: z.number().nullable(),
      components: z.array(z.string()),
      /** Peak power of the modules, W. */
      powerMax: z.number(),
      reporting: z.number().int(),
      deviceCount: z.number().int(),
      isNight: z.boolean(),
      /** Seconds: three of them after the last update no device of the plant is live. */
      expectedUploadS: z.number().int(),
      provenance: z.object({ today: provenance, month: provenance, year: provenance, total: provenance }),
    }),
    refusals: ['noSuchSite'],
  }),
  'site/modules': call({
    summary: 'The modules (inputs) of a plant by device, a page of devices at a time.',
    access: { anyOf: ['PvPlant'] },
    request: z.object({
      sid,
      /** Left out, or of a shape that is no page, as old programs send it: all devices. */
      page: page.nullish().catch(undefined),
    }),
    response: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          isPhase: z.number().int(),
          modules: z.array(moduleRow),
          status: z.number().int(),
          statusTitle: z.string(),
          alertCode: z.string(),
          alertTitle: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          lastUpdate: z.string(),
          lastUpdateIso: iso,
          version: z.string(),
          alias: z.string(),
        }),
      ),
      /** Modules of the whole plant, whatever the page. */
      total_plc: z.number().int(),
      /** Whether no device follows after this page. */
      is_all: z.boolean(),
    }),
    refusals: ['noSuchSite'],
  }),
  'site/statistics/echarts': call({
    summary: 'Power of a day or energy by day, month, year of a plant.',
    access: { anyOf: ['PvPlant'] },
    request: z.object({
      sid,
      types: chartTypes,
      date: z.string().max(10).optional(),
      rangeDate: rangeDate.optional(),
      weatherHours: z.unknown().optional(),
    }),
    response: chart.extend({
      /** One per slot of energy charts; empty for power. */
      provenance: z.array(provenance),
      /** Sunrise and sunset of the asked day as ISO 8601 with the site's offset; null where the sun does not. */
      sun: z.object({ rise: iso, set: iso }),
    }),
    refusals: ['noSuchSite', 'rangeTooLong', 'timeReversed'],
  }),
  'site/statistics/date': call({
    summary: 'Energy and money of a day (types 1), month (2), year (3) or lifetime (4) of a plant.',
    access: { anyOf: ['PvPlant'] },
    request: z.object({
      sid,
      types: z.coerce
        .number()
        .int()
        .pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])),
      date: z.string().max(10).optional(),
    }),
    response: z.object({
      power: z.string(),
      consumption: z.string(),
      economic: z.string(),
      powerUnit: z.literal('kWh'),
      consumptionUnit: z.literal('kWh'),
      economicUnit: z.string(),
      provenance,
    }),
    refusals: ['noSuchSite'],
  }),
  'site/createFast': call({
    summary: 'Makes a plant, with its devices when serial numbers are given: all of it or nothing.',
    access: { anyOf: ['SiteCreate'] },
    request: siteFields.extend({ sn: z.array(deviceToAdd).max(500).default([]) }),
    response: z.object({ sid, sn: z.array(z.string()) }),
    refusals: [
      'unknownCountry',
      'unknownTimezone',
      'unknownCurrency',
      'noSuchUser',
      'noSuchProduct',
      'serialNumberTaken',
      'serialNumberRestricted',
      'serialNumberUnknown',
      'serialNumberRepeated',
      'tooManyRequests',
    ],
    changes: true,
  }),
  'site/updateFast': call({
    summary:
      'Changes what is given of a plant; `sn` adds devices, `removeSn` releases them (their history stays with the plant).',
    access: { anyOf: ['SiteUpdate', 'DeviceRegister'] },
    request: fields.partial().extend({
      sid,
      version: z.coerce.number().int().optional(),
      sn: z.array(deviceToAdd).max(500).optional(),
      removeSn: z.array(sn).max(500).optional(),
    }),
    response: z.object({ sid, version: z.number().int() }),
    refusals: [
      'noSuchSite',
      'siteHasChanged',
      'unknownCountry',
      'unknownTimezone',
      'unknownCurrency',
      'noSuchUser',
      'noSuchDevice',
      'noSuchProduct',
      'serialNumberTaken',
      'serialNumberRestricted',
      'serialNumberUnknown',
      'serialNumberRepeated',
      'tooManyRequests',
    ],
    changes: true,
  }),
  'site/delete': call({
    summary: 'Deletes a plant with its history and frees its serial numbers. It cannot be undone.',
    access: { anyOf: ['SiteDelete'] },
    request: z.object({ sid }),
    response: z.object({}),
    refusals: ['noSuchSite'],
    changes: true,
    timeoutMs: 60_000,
  }),
} as const;
