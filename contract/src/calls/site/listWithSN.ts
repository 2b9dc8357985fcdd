// site/listWithSN
import { z } from 'zod';
import { call } from '../../call.ts';
import { alertFields } from '../../entities/alert.ts';
import { devicePowerOf } from '../../entities/device.ts';
import { page, siteListFilters, sortBy } from '../../entities/page.ts';
import { iso, lastUpdate, sid } from '../../entities/parts.ts';
import { siteInRow, siteRights } from '../../entities/site.ts';
import { rowFigures } from '../../entities/statistics.ts';
import { devices } from '../../pageModules.ts';

const siteDeviceRow = z.object({
  sid,
  sn: z.string(),
  alias: z.string(),
  model: z.string(),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  ...lastUpdate,
  ...rowFigures,
  /** Of `now`, which has its sign as in device/list. */
  nowOf: devicePowerOf,
  /** Seconds after which a value of this device is no longer live. */
  staleAfterS: z.number().int(),
});

const siteListSort = [
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
  ...siteInRow,
  installerName: z.string(),
  registerDate: z.string(),
  registerDateIso: iso,
  isCommission: z.boolean(),
  commissionDate: z.string(),
  commissionDateIso: iso,
  snCount: devices(z.number().int().nullable(), null),
  /** Devices of the site, at most 10; all of them by device/list with `sid`. None where they were not asked for. */
  sn: devices(z.array(siteDeviceRow), []),
  /** What the same devices are called: by name, else by serial number. */
  deviceNames: devices(z.array(z.string()), []),
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
  /** Online, and nothing of it is live: its devices sleep without the sun. */
  isAsleep: z.boolean(),
  rights: siteRights,
  ...rowFigures,
  ...lastUpdate,
  /** Seconds after its last update from which no device of the plant is live. */
  staleAfterS: z.number().int(),
});

export const siteListWithSN = call({
  summary: 'The plants this session may see, with their devices and live figures.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    page: page.prefault({}),
    filters: siteListFilters.prefault({}),
    sort: sortBy(siteListSort),
    /** False: of devices their names alone, a half of the answer. */
    withDevices: z.boolean().default(true),
  }),
  response: z.object({ list: z.array(siteRow), total: z.number().int() }),
});
