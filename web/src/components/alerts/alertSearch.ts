// Search parameters of alerts in an address; invalid ones are ignored.
import { ALERT_STATES, EVENT_LEVELS, type EventLevel } from '@heliograph/contract/events.ts';
import { searchDay } from '../../format/searchDay.ts';

/** States of alerts that can be filtered. */
export const STATES = [...ALERT_STATES, 'all'] as const;

/** Search parameters of a list of alerts; a type, because the router accepts no interface. */
export type AlertSearch = {
  /** Open alerts when omitted. */
  state?: (typeof STATES)[number];
  level?: EventLevel;
  /** Limits the list to this code; alertsOf.ts checks that it exists. */
  code?: string;
  /** Days of the plant, both ends included. */
  from?: string;
  to?: string;
  /** Page number from 0. */
  page?: number;
};

export const PAGE_SIZE = 20;

/** To whom open problems are assigned. */
export const ASSIGNMENTS = ['mine', 'nobody', 'overdue'] as const;

/** Search parameters for all plants: by the plant's name and the serial number, of one company with its subsidiaries or of all. */
export type AllAlertsSearch = AlertSearch & {
  q?: string;
  company?: number;
  assigned?: (typeof ASSIGNMENTS)[number];
};

/** Returns a well-formed event code, numeric from a device or a name from the portal; undefined for anything else. */
export const codeIn = (raw: unknown): string | undefined => /^\w{4,20}$/.exec(String(raw ?? ''))?.[0];

const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((entry) => entry === value);

/** Returns the two days in ascending order; an invalid day is undefined. */
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
    assigned: oneOf(ASSIGNMENTS, raw.assigned),
    company: Number.isInteger(company) && company > 0 && company < 2 ** 31 ? company : undefined,
    ...(q === '' ? {} : { q }),
  };
}
