// Search parameters of a device page, so that a link reopens the same view; invalid values are dropped.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { readSearch, type SiteSearch } from '../../components/plant/search.ts';

export const VIEWS = ['overview', 'history', 'alerts', 'setUp', 'settings'] as const;
export type View = (typeof VIEWS)[number];
/** Chart of energies: since midnight, or a bar per day, month or year. */
const ENERGIES = ['midnight', 'day', 'month', 'year'] as const;
export type Energies = (typeof ENERGIES)[number];

/** A type alias, as the router accepts no interface. */
export type DeviceSearch = {
  sid: string;
  sn: string;
  /** Defaults to the overview. */
  view?: View;
  /** Selected day, with its month and year; defaults to today. */
  day?: string;
  /** Range of the readings: around `day`, or from `from` to `to`; defaults to the day. */
  span?: SiteSearch['span'];
  from?: string;
  to?: string;
  /** Names of the quantities; defaults to those of the kind. */
  lines?: string[];
  /** Minutes per slot. */
  step?: number;
  energies?: Energies;
  /** State of the alerts; defaults to open. */
  state?: SiteSearch['state'];
  level?: EventLevel;
  code?: string;
  /** Page of the alerts, from 0. */
  page?: number;
};

export function readDeviceSearch(raw: Record<string, unknown>): DeviceSearch {
  const {
    sid,
    device = '',
    day,
    span,
    from,
    to,
    lines,
    step,
    state,
    level,
    code,
    page,
  } = readSearch({ ...raw, device: raw.sn });
  return {
    sid,
    sn: device,
    day,
    span,
    from,
    to,
    lines,
    step,
    state,
    level,
    code,
    page,
    view: VIEWS.find((view) => view === raw.view),
    energies: ENERGIES.find((energies) => energies === raw.energies),
  };
}
