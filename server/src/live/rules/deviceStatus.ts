// The status of a device: the silence of a device that sleeps at night counts only while the sun is up at its location, that of others at any time. The status of a site is computed in energy/days/siteTotals.ts.
import { isStale, staleAfterS } from '@heliograph/contract/freshness.ts';
import { STATUS, type StatusNumber } from '@heliograph/contract/statuses.ts';
import { daylightSeconds } from '@heliograph/contract/sun.ts';

/** Devices fall asleep and wake up while the sun is low; silence counts from this long after sunrise until this long before sunset. */
const LOW_SUN_S = 3600;

export interface DeviceState {
  registered: boolean;
  /** Null: never reported. */
  lastAtMs: number | null;
  statusBits: number;
  latitude: number;
  longitude: number;
  /** Whether its silence is normal while the sun is down. */
  sleeps: boolean;
}

/** Returns the status at `nowMs`; a report from the future (a wrong clock) counts as fresh. */
export function deviceStatus(device: DeviceState, nowMs: number, expectedUploadS: number): StatusNumber {
  if (!device.registered) return STATUS.notRegistered;
  if (device.lastAtMs === null) return STATUS.uncommissioned;
  if (isSilent(device.lastAtMs, nowMs, device, expectedUploadS)) return STATUS.offline;
  return device.statusBits === 0 ? STATUS.online : STATUS.alert;
}

/** Whether three uploads were missed; of a device that sleeps at night, while the sun was up. */
export function isSilent(
  lastAtMs: number,
  nowMs: number,
  device: { latitude: number; longitude: number; sleeps: boolean },
  expectedUploadS: number,
): boolean {
  if (!isStale(lastAtMs, nowMs, expectedUploadS)) return false;
  if (!device.sleeps) return true;
  const allowedS = staleAfterS(expectedUploadS);
  // More than two days always have enough daylight, except where the sun does not rise: no reports are expected there.
  const fromMs = Math.max(lastAtMs, nowMs - 48 * 3_600_000);
  const sunUpS = daylightSeconds(fromMs, nowMs, device.latitude, device.longitude);
  // Silence that began in daylight counts at once; for silence that spans a night, the low sun at both ends does not count.
  const spansNight = sunUpS < (nowMs - fromMs) / 1000 - 60;
  return sunUpS - (spansNight ? LOW_SUN_S : 0) > allowedS;
}
