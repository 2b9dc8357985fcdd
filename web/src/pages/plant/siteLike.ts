// The reference value that sets the unit of a plant's watts, so that all its cards, tabs and axes use the same unit.
import type { Response } from '@heliograph/contract/calls.ts';
import { flowLike, flowNodes } from '../../components/flow.ts';
import { likeOf, wireNumber } from '../../format/numbers.ts';

/** Returns the reference in watts: the peak power of the modules, or the largest power shown if that is unknown. */
export function siteLike({
  powerMax,
  peak,
  recordPeak,
  statisticsProduction,
  energy,
}: Pick<Response<'site/overview'>, 'powerMax' | 'peak' | 'recordPeak' | 'statisticsProduction' | 'energy'>): number {
  const nowW = wireNumber(statisticsProduction.totalNow);
  return likeOf(powerMax, peak?.powerW, recordPeak?.powerW, nowW, flowLike(flowNodes(energy), 0));
}
