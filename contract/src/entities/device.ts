// Devices: lists, detail, live figures, charts and playback of microinverters. To a role without SiteDevices there is no device:
// lists are empty, and calls of one device refuse with noSuchDevice (server: sql/visibleDevice).
import { z } from 'zod';
import { alertFields } from './alert.ts';
import { iso, lastUpdate, sid } from './parts.ts';
import { siteInRow } from './site.ts';

export const deviceRow = z.object({
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
  ...siteInRow,
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
