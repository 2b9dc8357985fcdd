// What a list of alerts asks, by what its address says.
import type { Request } from '@heliograph/contract/calls.ts';
import { EVENT_CODES, type EventCode } from '@heliograph/contract/events.ts';
import { type AlertSearch, PAGE_SIZE } from './alertSearch.ts';

/** Undefined: there is no such code, or none is asked for. */
export const knownCode = (code: string | undefined): EventCode | undefined =>
  EVENT_CODES.find((known) => known === code);

export interface AlertsOf {
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
export function alertsOf(
  { sid, sn, gatewaySn, keywords, company }: AlertsOf,
  search: AlertSearch,
): Request<'device/alerts'> {
  const { state = 'open', level, code, from, to, page: num = 0 } = search;
  return {
    sid,
    sn,
    gatewaySn,
    page: { size: PAGE_SIZE, num },
    filters: {
      state: state === 'all' ? undefined : state,
      level,
      code: knownCode(code),
      keywords,
      company,
      start_date: from,
      end_date: to,
    },
  };
}
