// Devices: lists, detail, live figures, charts and playback of microinverters. To a role without SiteDevices there is no device:
// lists are empty, and calls of one device refuse with deviceNotFound (server: sql/visibleDevice).
import { z } from 'zod';
import { FLOWS } from '../flows.ts';
import { REPORT_KINDS } from '../report.ts';
import { alertFields } from './alert.ts';
import { iso, lastUpdate, sid } from './parts.ts';
import { siteInRow } from './site.ts';

/** What the power of a device's row is a power of; null: the device tells none. */
export const devicePowerOf = z.enum(['production', 'grid', 'load', 'battery']).nullable();
export type DevicePowerOf = NonNullable<z.infer<typeof devicePowerOf>>;

/** Each direction of a meter or a battery today, as its plant counts it, kWh. */
export const todayFlows = z.array(z.object({ flow: z.enum(FLOWS), energy: z.number() }));

export const deviceRow = z.object({
  sid,
  sn: z.string(),
  status: z.number().int(),
  statusTitle: z.string(),
  /** Online, and silent without the sun. */
  isAsleep: z.boolean(),
  ...alertFields,
  model: z.number().int(),
  modelName: z.string(),
  kind: z.enum(REPORT_KINDS),
  ...lastUpdate,
  createdAt: z.string(),
  createdAtIso: iso,
  ...siteInRow,
  commissionDate: z.string(),
  /**
   * Always a number, as programs expect: 0 while `isLive` is false. What a device makes; of a meter what it measures, of a
   * battery what flows through it, as the plant counts it: positive from the grid, to the loads, from the modules, discharging.
   */
  now: z.number(),
  nowUnit: z.literal('W'),
  nowOf: devicePowerOf,
  /** Whether `now` was measured within three of the device's uploads. */
  isLive: z.boolean(),
  /** Seconds after which a value of this device is no longer live. */
  staleAfterS: z.number().int(),
  todayPower: z.number().nullable(),
  totalPower: z.number().nullable(),
  todayPowerUnit: z.literal('kWh'),
  totalPowerUnit: z.literal('kWh'),
  /** Percent, of what has or is a battery, while it is live; null: not told. */
  batterySoc: z.number().nullable(),
  WIFIVersion: z.string(),
  /** The firmware byte of an inverter's frame, in decimal; "" where the device tells none. */
  CPUVersion: z.string(),
  RAMVersion: z.string(),
  alias: z.string(),
  /** The gateway that it hangs on; "" for none. */
  gatewaySn: z.string(),
  /** Whether it speaks MQTT by itself: device/connection tells how, device/credential renews its password. */
  signsIn: z.boolean(),
});

/** With what a device that speaks MQTT signs in: its number is its client id and user name. Shown once, when it is issued. */
export const credential = z.object({ sn: z.string(), password: z.string() });
export type Credential = z.infer<typeof credential>;
