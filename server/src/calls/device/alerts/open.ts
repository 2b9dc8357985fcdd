// device/alerts/open: number of unacknowledged warnings and faults in all accessible plants.

import { MAX_OPEN_ALERTS } from '@heliograph/contract/calls/device/alerts/open.ts';
import { EVENT_CODES, levelOf } from '@heliograph/contract/events.ts';
import type { Handler } from '../../../platform/handler.ts';
import { accessibleEvents } from '../../../problems/deviceEvents/accessibleEvents.ts';

/** Codes of one level; the normal level is no alert. */
const codesOf = (level: 'warning' | 'fault') => EVENT_CODES.filter((code) => levelOf(code) === level);
const countAtMost = MAX_OPEN_ALERTS + 1;

export const deviceAlertsOpen: Handler<'device/alerts/open'> = async (_, { sql }) => {
  const countOf = async (level: 'warning' | 'fault'): Promise<number> => {
    const filter = {
      states: ['open' as const],
      codes: codesOf(level),
      keywords: undefined,
      from: null,
      until: null,
      companyId: null,
    };
    const [first] = await accessibleEvents(sql, filter, { size: 1, num: 0, countAtMost });
    return first?.total ?? 0;
  };
  const [faults, warnings] = await Promise.all([countOf('fault'), countOf('warning')]);
  const count = faults + warnings;
  return {
    count: Math.min(count, MAX_OPEN_ALERTS),
    more: count > MAX_OPEN_ALERTS,
    level: faults > 0 ? 'fault' : warnings > 0 ? 'warning' : null,
  };
};
