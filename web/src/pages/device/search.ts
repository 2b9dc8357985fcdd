// What the address of a device's page holds, so that a link reopens the same view; anything odd in it is left out.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { readSearch, type SiteSearch } from '../../components/plant/search.ts';

export const VIEWS = ['overview', 'history', 'alerts', 'settings', 'setUp'] as const;
export type View = (typeof VIEWS)[number];
/** What the chart of energies shows: since midnight, or a bar a day, month, year. */
const ENERGIES = ['midnight', 'day', 'month', 'year'] as const;
export type Energies = (typeof ENERGIES)[number];

/** A type, as the router takes no interface. */
export type DeviceSearch = {
  sid: string;
  sn: string;
  /** The overview when left out. */
  view?: View;
  /** The day that is looked at, and the month and the year around it; today when left out. */
  day?: string;
  /** Of readings: around `day`, or from `from` to `to`; the day when left out. */
  span?: SiteSearch['span'];
  from?: string;
  to?: string;
  /** Names of the quantities; those that its kind usually shows when left out. */
  lines?: string[];
  /** Minutes of a slot. */
  step?: number;
  energies?: Energies;
  /** Which alerts: the open ones when left out. */
  state?: SiteSearch['state'];
  level?: EventLevel;
  code?: string;
  /** Of alerts, from 0. */
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
