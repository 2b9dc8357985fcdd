// What an address says of alerts; anything odd in it is left out.
import type { Request } from '@heliograph/contract/calls.ts';
import { ALERT_STATES, EVENT_LEVELS, type EventLevel } from '@heliograph/contract/events.ts';
import { searchDay } from '../../format/searchDay.ts';

/** Of alerts. */
export const STATES = [...ALERT_STATES, 'all'] as const;

/** What the address says of them; a type, as the router takes no interface. */
export type AlertSearch = {
  /** The open ones when left out. */
  state?: (typeof STATES)[number];
  level?: EventLevel;
  /** Days of the plant, both included. */
  from?: string;
  to?: string;
  /** From 0. */
  page?: number;
};

export const PAGE_SIZE = 20;

interface Of {
  /** Left out: of all plants. */
  sid?: string | undefined;
  /** Of this device alone. */
  sn?: string | undefined;
  /** Of this gateway and of what hangs on it. */
  gatewaySn?: string | undefined;
  keywords?: string | undefined;
  /** Of its branch. */
  company?: number | undefined;
}

/** What the list asks, so that a page may ask it ahead. */
export function alertsOf({ sid, sn, gatewaySn, keywords, company }: Of, search: AlertSearch): Request<'device/alerts'> {
  const { state = 'open', level, from, to, page: num = 0 } = search;
  return {
    sid,
    sn,
    gatewaySn,
    page: { size: PAGE_SIZE, num },
    filters: { state: state === 'all' ? undefined : state, level, keywords, company, start_date: from, end_date: to },
  };
}

/** Of all plants: searched by the plant's name and the serial number, of a company's branch or of all. */
export type AllAlertsSearch = AlertSearch & { q?: string; company?: number };

const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((entry) => entry === value);

/** In their order; what is no day is left out. */
function daysOf(from: unknown, to: unknown): (string | undefined)[] {
  const days = [from, to].map(searchDay);
  return days[0] && days[1] && days[0] > days[1] ? days.toReversed() : days;
}

export function readAlertSearch(raw: Record<string, unknown>): AllAlertsSearch {
  const page = Number(raw.page);
  const company = Number(raw.company);
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).trim().slice(0, 200) : '';
  const [from, to] = daysOf(raw.from, raw.to);
  return {
    state: oneOf(STATES, raw.state),
    level: oneOf(EVENT_LEVELS, raw.level),
    from,
    to,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : undefined,
    company: Number.isInteger(company) && company > 0 && company < 2 ** 31 ? company : undefined,
    ...(q === '' ? {} : { q }),
  };
}
