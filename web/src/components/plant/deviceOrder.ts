// Order of devices: those with the worst problem first, then alerts, offline devices and devices to be set up; the rest by name.

import type { Response } from '@heliograph/contract/calls.ts';
import type { EventLevel } from '@heliograph/contract/events.ts';
import { type SiteStatus, statusName } from '@heliograph/contract/statuses.ts';
import { locale } from '../../i18n/language.ts';

export type SiteDevice = Response<'site/overview'>['deviceList'][number];

const SEVERITY: Record<EventLevel, number> = { fault: 0, warning: 1, info: 2 };
const NO_PROBLEM = 3;
const RANK: Record<SiteStatus, number> = { alert: 0, offline: 1, notRegistered: 2, uncommissioned: 3, online: 4 };

/** Returns the display name of a device: its alias, else its serial number. */
export const deviceName = ({ alias, sn }: Pick<SiteDevice, 'alias' | 'sn'>): string => alias || sn;

/** "Inverter 9" comes before "Inverter 10". */
const byName = new Intl.Collator(locale, { numeric: true });

type Ordered = Pick<SiteDevice, 'alias' | 'sn' | 'status' | 'problem'>;

const severityOf = ({ problem }: Ordered): number => (problem ? SEVERITY[problem.level] : NO_PROBLEM);

export function problemsFirst<D extends Ordered>(devices: readonly D[]): D[] {
  return devices.toSorted(
    (one, other) =>
      severityOf(one) - severityOf(other) ||
      (other.problem?.weekKwh ?? 0) - (one.problem?.weekKwh ?? 0) ||
      RANK[statusName(one.status)] - RANK[statusName(other.status)] ||
      byName.compare(deviceName(one), deviceName(other)),
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
