// Order of devices: alerts first, then offline devices, then devices to be set up; the rest by name.
import type { Response } from '@heliograph/contract/calls.ts';
import { type SiteStatus, statusName } from '@heliograph/contract/statuses.ts';

export type SiteDevice = Response<'site/overview'>['deviceList'][number];

const RANK: Record<SiteStatus, number> = { alert: 0, offline: 1, notRegistered: 2, uncommissioned: 3, online: 4 };

/** Returns the display name of a device: its alias, else its serial number. */
export const deviceName = ({ alias, sn }: Pick<SiteDevice, 'alias' | 'sn'>): string => alias || sn;

export function problemsFirst<D extends Pick<SiteDevice, 'alias' | 'sn' | 'status'>>(devices: readonly D[]): D[] {
  return devices.toSorted(
    (one, other) =>
      RANK[statusName(one.status)] - RANK[statusName(other.status)] ||
      deviceName(one).localeCompare(deviceName(other), undefined, { numeric: true }),
  );
}

/** Returns the choices of devices by alias and serial number, without gateways, which measure nothing themselves. */
export function deviceChoices(devices: readonly SiteDevice[]): { value: string; label: string }[] {
  const measuring = devices.filter(({ kind }) => kind !== 'gateway');
  return problemsFirst(measuring.length > 0 ? measuring : devices).map(({ alias, sn }) => ({
    value: sn,
    label: alias ? `${alias} · ${sn}` : sn,
  }));
}
