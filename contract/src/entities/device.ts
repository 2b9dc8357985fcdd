// Devices: lists, detail, live figures, charts and playback of microinverters. A role without SiteDevices sees no device:
// lists are empty, and calls about a device answer deviceNotFound.
import { z } from 'zod';
import { numberFigure, unknownFigures } from '../figures.ts';
import { FLOWS, METER_TYPES } from '../flows.ts';
import { REPORT_KINDS } from '../report.ts';
import { alertFields } from './alert.ts';
import { iso, lastUpdate, sid } from './parts.ts';
import { siteInRow } from './site.ts';

/** Flow that the power of a device's row belongs to; null: no power reported. */
export const devicePowerOf = z.enum(['production', 'grid', 'load', 'battery']).nullable();
export type DevicePowerOf = NonNullable<z.infer<typeof devicePowerOf>>;

/** Energy of today in each direction of a meter or battery, as its plant counts it, kWh. */
export const todayFlows = z.array(z.object({ flow: z.enum(FLOWS), energy: z.number() }));

export const deviceRow = z.object({
  sid,
  sn: z.string(),
  status: z.number().int(),
  statusTitle: z.string(),
  /** Online, but silent because it is night. */
  isAsleep: z.boolean(),
  ...alertFields,
  model: z.number().int(),
  modelName: z.string(),
  kind: z.enum(REPORT_KINDS),
  /** Wiring of a meter as registered; null: known by what it reports, or no meter. */
  meterType: z.enum(METER_TYPES).nullable(),
  ...lastUpdate,
  createdAt: z.string(),
  createdAtIso: iso,
  ...siteInRow,
  commissionDate: z.string(),
  /**
   * Always a number, as programs expect: 0 while `isLive` is false. Production of a device, measurement of a meter, power of a
   * battery; with the plant's sign: positive from the grid, to the loads, from the modules, discharging.
   */
  now: z.number(),
  nowUnit: z.literal('W'),
  nowOf: devicePowerOf,
  /** Whether `now` was measured within the last three upload intervals. */
  isLive: z.boolean(),
  /** Seconds after which a value of this device is no longer live. */
  staleAfterS: z.number().int(),
  /** Production, kWh; null: not known, or the device does not produce. */
  todayPower: numberFigure(),
  totalPower: numberFigure(),
  todayPowerUnit: z.literal('kWh'),
  totalPowerUnit: z.literal('kWh'),
  /** State of charge in percent, while live; null: not reported. */
  batterySoc: numberFigure(),
  ...unknownFigures,
  WIFIVersion: z.string(),
  /** Firmware byte of an inverter's frame, decimal; "" if not reported. */
  CPUVersion: z.string(),
  RAMVersion: z.string(),
  alias: z.string(),
  /** Its gateway; "" for none. */
  gatewaySn: z.string(),
  /** Whether it connects over MQTT by itself: device/connection returns how, device/credential renews its password. */
  signsIn: z.boolean(),
});

/** MQTT credentials of a device, shown once; client id and user name are its serial number. */
export const credential = z.object({ sn: z.string(), password: z.string() });
export type Credential = z.infer<typeof credential>;
