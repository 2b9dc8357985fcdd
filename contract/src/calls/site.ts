// Sites (plants): list, detail, overview, modules, statistics, and making, changing and deleting one.
import { z } from 'zod';
import { call } from '../call.ts';
import { alert, alertFields } from '../entities/alert.ts';
import { listFilters, page, pageOrAll, sortBy } from '../entities/page.ts';
import {
  amount,
  benefit,
  chart,
  chartTypes,
  country,
  currencyCode,
  day,
  dayMonthOrYear,
  email,
  energyFlow,
  frameSource,
  ignored,
  int,
  iso,
  lastUpdate,
  oneOf,
  production,
  provenance,
  rangeDate,
  rowFigures,
  sid,
  sn,
  text,
  zone,
} from '../entities/parts.ts';
import { devices, money } from '../pageModules.ts';
import { siteJob } from '../siteJobs.ts';

/** What the wizard and the edit form send; the same rules in both. */
const fields = z.object({
  siteName: text(120, 1),
  countryCode: country,
  stateCode: text(10),
  city: text(120),
  street: text(200),
  zipCode: text(20),
  latitude: amount(-90, 90),
  longitude: amount(-180, 180),
  timezone: zone,
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  currency: currencyCode,
  /** Price of a bought kWh, in the currency; what own use saves. */
  electricityPrice: amount(0, 100_000),
  /** Price paid for a sold kWh; null: the same as electricityPrice. */
  feedInPrice: amount(0, 100_000).nullable(),
  /** Peak power of the modules, W; figures are divided by it. */
  powerMax: amount(1, 1_000_000_000),
  /** AC size of the system, W; null when not said. */
  systemSize: amount(1, 1_000_000_000).nullable(),
  /** Feed-in limit, W; null for none. */
  controlLimit: amount(0, 1_000_000_000).nullable(),
  /** Day the plant went into service; null: not commissioned. */
  commissionDate: day.nullable(),
  pvBrand: text(80),
  pvModel: text(80),
  batteryBrand: text(80),
  batteryModel: text(80),
  /** What people note about the plant. */
  remark: text(2000),
  pvRemark: text(2000),
  batteryRemark: text(2000),
  projectReferenceId: text(80),
  /** The owner's address; "" for none. One without an account is kept, and its account owns the plant once it is made. */
  userEmail: email.or(z.literal('')),
  /** An account that works in the session's branch, or in the plant's company; "" for none. */
  installerEmail: email.or(z.literal('')),
  /** Who may look at the plant besides; addresses without an account are kept as the owner's is. */
  shareWith: z.array(email).max(20),
  /** Frames of its devices from elsewhere are refused; none: they may come from anywhere. */
  allowedSources: z.array(frameSource).max(20),
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
  allowedSources: fields.shape.allowedSources.default([]),
});

/** A device to add: its serial number, or the number with its product and place on the roof. */
export const deviceToAdd = z.union([
  sn.transform((value) => ({ sn: value })),
  z.object({
    sn,
    /** Product model code; needed when the serial number is not in the registry and its frames do not tell. */
    model: int().optional(),
    alias: text(80).optional(),
    stringNumber: int(0, 999).optional(),
    /** Degrees from horizontal. */
    tilt: amount(0, 90).optional(),
    /** Degrees clockwise from north. */
    azimuth: amount(0, 360).optional(),
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

/** What this session may do with a plant: its role's permissions, where the plant is its branch's or its own. */
const may = z.object({
  update: z.boolean(),
  delete: z.boolean(),
  addDevices: z.boolean(),
  removeDevices: z.boolean(),
});

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
  snCount: devices(z.number().int().nullable(), null),
  /** Devices of the site, at most 10; all of them by device/list with `sid`. */
  sn: devices(z.array(siteDeviceRow), []),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  logo: z.string(),
  timezone: z.string(),
  /** Peak power of the modules, W. */
  powerMax: z.number(),
  /** Devices that reported within three expected uploads, of snCount. */
  reporting: devices(z.number().int().nullable(), null),
  /** True while the sun is down at the plant: silence and zero power are then normal. */
  isNight: z.boolean(),
  may,
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
  currency: money(z.string(), ''),
  electricityPrice: money(z.number().nullable(), null),
  feedInPrice: money(z.number().nullable(), null),
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
  /** Empty for a guest, as the next. */
  allowedSources: z.array(z.string()),
  /** Where its devices' frames usually come from: addresses, and /64 ranges of IPv6. */
  usualSources: z.array(z.string()),
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
  sn: devices(z.array(z.string()), []),
  projectReferenceId: z.string(),
  /** Changes with every change; sent back with updateFast so that two editors do not overwrite each other. */
  version: z.number().int(),
  may,
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
      deviceList: devices(
        z.array(
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
        [],
      ),
      energy: energyFlow,
      alert,
      /** Open events about where frames come from; the addresses only for the branch and the owner. */
      sourceEvents: devices(
        z.array(
          z.object({
            sn: z.string(),
            code: z.enum(['secondSource', 'foreignSource']),
            title: z.string(),
            desc: z.string(),
            sinceIso: iso,
          }),
        ),
        [],
      ),
      /** Highest power of today, W. */
      max_power: z.number().nullable(),
      components: z.array(z.string()),
      /** Peak power of the modules, W. */
      powerMax: z.number(),
      reporting: devices(z.number().int().nullable(), null),
      deviceCount: devices(z.number().int().nullable(), null),
      isNight: z.boolean(),
      /** Seconds: three of them after the last update no device of the plant is live. */
      expectedUploadS: z.number().int(),
      provenance: z.object({ today: provenance, month: provenance, year: provenance, total: provenance }),
      /** What goes on for the plant after a change; figures are the old ones until it is done. */
      jobs: z.array(siteJob),
    }),
    refusals: ['noSuchSite'],
  }),
  'site/modules': call({
    summary: 'The modules (inputs) of a plant by device, a page of devices at a time.',
    access: { anyOf: ['PvPlant'] },
    request: z.object({ sid, page: pageOrAll }),
    response: z.object({
      list: devices(
        z.array(
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
        [],
      ),
      /** Modules of the whole plant, whatever the page. */
      total_plc: devices(z.number().int(), 0),
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
      date: dayMonthOrYear.optional(),
      rangeDate: rangeDate.optional(),
      weatherHours: ignored,
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
      types: oneOf(1, 2, 3, 4),
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
    refusals: ['noSuchSite'],
  }),
  'site/createFast': call({
    summary: 'Makes a plant, with its devices when serial numbers are given: all of it or nothing.',
    access: { anyOf: ['SiteCreate'] },
    request: siteFields.extend({ sn: z.array(deviceToAdd).max(500).default([]) }),
    response: z.object({ sid, sn: z.array(z.string()) }),
    refusals: [
      // Sent again with its key, when the plant it made is no longer the caller's to see.
      'noSuchSite',
      'unknownCountry',
      'unknownTimezone',
      'unknownCurrency',
      'noSuchUser',
      'noSuchProduct',
      'serialNumberTaken',
      'serialNumberFailed',
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
      version: int().optional(),
      sn: z.array(deviceToAdd).max(500).optional(),
      removeSn: z.array(sn).max(500).optional(),
    }),
    response: z.object({ sid, version: z.number().int() }),
    refusals: [
      'noSuchSite',
      'siteReadOnly',
      'siteHasChanged',
      'unknownCountry',
      'unknownTimezone',
      'unknownCurrency',
      'noSuchUser',
      'noSuchDevice',
      'noSuchProduct',
      'serialNumberTaken',
      'serialNumberFailed',
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
    refusals: ['noSuchSite', 'siteReadOnly'],
    changes: true,
    timeoutMs: 60_000,
  }),
} as const;
