// The request of a list of alerts, from the search parameters of its address.
import type { Request } from '@heliograph/contract/calls.ts';
import { EVENT_CODES, type EventCode } from '@heliograph/contract/events.ts';
import { type AlertSearch, PAGE_SIZE } from './alertSearch.ts';

/** Returns the event code; undefined when it does not exist or none is requested. */
export const knownCode = (code: string | undefined): EventCode | undefined =>
  EVENT_CODES.find((known) => known === code);

export interface AlertsOf {
  /** Id of the plant; all plants when omitted. */
  sid?: string | undefined;
  /** Limits the list to this device. */
  sn?: string | undefined;
  /** Limits the list to this gateway and the devices attached to it. */
  gatewaySn?: string | undefined;
  keywords?: string | undefined;
  /** Limits the list to the plants of this company and its subsidiaries. */
  company?: number | undefined;
}

/** Returns the request of the list; a page may use it to prefetch. */
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
