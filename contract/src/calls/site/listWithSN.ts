// site/listWithSN
import { z } from 'zod';
import { call } from '../../call.ts';
import { alertFields } from '../../entities/alert.ts';
import { devicePowerOf } from '../../entities/device.ts';
import { page, siteListFilters, sortBy } from '../../entities/page.ts';
import { day, iso, lastUpdate, sid } from '../../entities/parts.ts';
import { assignment, problemInRow } from '../../entities/problem.ts';
import { siteInRow, siteRights, waitsFor } from '../../entities/site.ts';
import { rowFigures } from '../../entities/statistics.ts';
import { numberFigure } from '../../figures.ts';
import { devices, money } from '../../pageModules.ts';

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
  /** Meaning of `now`, which is signed as in device/list. */
  nowOf: devicePowerOf,
  /** Seconds after which a value of this device is stale. */
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
  /** Of the owner, for users who may change the plant; "": not known, or not for this user. */
  ownerName: z.string(),
  ownerPhone: z.string(),
  registerDate: z.string(),
  registerDateIso: iso,
  isCommission: z.boolean(),
  commissionDate: z.string(),
  commissionDateIso: iso,
  snCount: devices(numberFigure(), null),
  /** Devices of the plant, at most 10; all of them by device/list with `sid`. Empty if not requested. */
  sn: devices(z.array(siteDeviceRow), []),
  /** Names of the same devices: alias, otherwise serial number. */
  deviceNames: devices(z.array(z.string()), []),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  /** Its worst open problem that is counted; null: none. */
  problem: devices(problemInRow.nullable(), null),
  /** Number of its open problems: warnings that nobody has acknowledged, and faults. */
  problems: devices(z.number().int(), 0),
  /** Who takes care of an open problem of it, the earliest due day first; null: none is assigned. */
  job: devices(assignment.nullable(), null),
  /** Number of pairs of a person and a due day among its open problems. */
  jobs: devices(z.number().int(), 0),
  currency: money(z.string(), ''),
  logo: z.string(),
  timezone: z.string(),
  /** Peak power of the modules, W. */
  powerMax: z.number(),
  /** Number of the snCount devices that reported within three expected uploads. */
  reporting: devices(z.number().int().nullable(), null),
  /** True while the sun is down at the plant: silence and zero power are then normal. */
  isNight: z.boolean(),
  /** Online, but without live data: its devices sleep while the sun is down. */
  isAsleep: z.boolean(),
  waitsFor,
  /** Mean state of charge of its batteries that report it now, percent; null: none does. */
  soc: numberFigure(),
  /** The last seven finished days of the plant, the oldest first; empty if not requested. */
  week: z.array(
    z.object({
      day,
      /** kWh; null: no value. */
      energy: z.number().nullable(),
      /** Energy under a clear sky as in site/report, kWh, computed once a day; null: not known. */
      expected: z.number().nullable(),
    }),
  ),
  rights: siteRights,
  ...rowFigures,
  ...lastUpdate,
  /** Seconds after its last update when no device of the plant is live any more. */
  staleAfterS: z.number().int(),
});

export const siteListWithSN = call({
  summary: 'The plants this session may see, with their devices and live figures.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    page: page.prefault({}),
    filters: siteListFilters.prefault({}),
    sort: sortBy(siteListSort),
    /** False: only the names of devices, which halves the response. */
    withDevices: z.boolean().default(true),
    /** True: with `week`. */
    withWeek: z.boolean().default(false),
  }),
  response: z.object({ list: z.array(siteRow), total: z.number().int() }),
});
