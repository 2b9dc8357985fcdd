// What an address says of alerts; anything odd in it is left out.
import { ALERT_STATES, EVENT_LEVELS, type EventLevel } from '@heliograph/contract/events.ts';
import { searchDay } from '../../format/searchDay.ts';

/** Of alerts. */
export const STATES = [...ALERT_STATES, 'all'] as const;

/** What the address says of them; a type, as the router takes no interface. */
export type AlertSearch = {
  /** The open ones when left out. */
  state?: (typeof STATES)[number];
  level?: EventLevel;
  /** Of this code alone; which there are alertsOf.ts says. */
  code?: string;
  /** Days of the plant, both included. */
  from?: string;
  to?: string;
  /** From 0. */
  page?: number;
};

export const PAGE_SIZE = 20;

/** Of all plants: searched by the plant's name and the serial number, of a company's branch or of all. */
export type AllAlertsSearch = AlertSearch & { q?: string; company?: number };

/** A code of the device, or the portal's word. */
export const codeIn = (raw: unknown): string | undefined => /^\w{4,20}$/.exec(String(raw ?? ''))?.[0];

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
    code: codeIn(raw.code),
    from,
    to,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : undefined,
    company: Number.isInteger(company) && company > 0 && company < 2 ** 31 ? company : undefined,
    ...(q === '' ? {} : { q }),
  };
}
