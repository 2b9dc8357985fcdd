// The status of a device: of what sleeps without the sun silence counts only while it is up at the place, of all else at any time. That of a site follows in energy/days/siteTotals.ts.
import { isStale, staleAfterS } from '@heliograph/contract/freshness.ts';
import { STATUS, type StatusNumber } from '@heliograph/contract/statuses.ts';
import { daylightSeconds } from '@heliograph/contract/sun.ts';

/** Devices sleep and wake with the sun low; silence is counted from this long after it rises and until this long before it sets. */
const LOW_SUN_S = 3600;

export interface DeviceState {
  registered: boolean;
  /** Null: never reported. */
  lastAtMs: number | null;
  statusBits: number;
  latitude: number;
  longitude: number;
  /** Its silence is normal while the sun is down. */
  sleeps: boolean;
}

/** `nowMs` is the time it is asked for; a report from the future (a wrong clock) counts as fresh. */
export function deviceStatus(device: DeviceState, nowMs: number, expectedUploadS: number): StatusNumber {
  if (!device.registered) return STATUS.notRegistered;
  if (device.lastAtMs === null) return STATUS.uncommissioned;
  if (isSilent(device.lastAtMs, nowMs, device, expectedUploadS)) return STATUS.offline;
  return device.statusBits === 0 ? STATUS.online : STATUS.alert;
}

/** Whether three uploads were missed; of what sleeps, while the sun was up. */
export function isSilent(
  lastAtMs: number,
  nowMs: number,
  place: { latitude: number; longitude: number; sleeps: boolean },
  expectedUploadS: number,
): boolean {
  if (!isStale(lastAtMs, nowMs, expectedUploadS)) return false;
  if (!place.sleeps) return true;
  const allowedS = staleAfterS(expectedUploadS);
  // More than two days always hold daylight enough, except where the sun does not rise: there nothing is expected.
  const fromMs = Math.max(lastAtMs, nowMs - 48 * 3_600_000);
  const sunUpS = daylightSeconds(fromMs, nowMs, place.latitude, place.longitude);
  // Silence that began in daylight counts at once; one that spans a night is granted the low sun at both its ends.
  const spansNight = sunUpS < (nowMs - fromMs) / 1000 - 60;
  return sunUpS - (spansNight ? LOW_SUN_S : 0) > allowedS;
}
