// In whose unit a plant's watts are shown: on each of its cards, tabs and axes the same.
import type { Response } from '@heliograph/contract/calls.ts';
import { flowLike, flowNodes } from '../../components/flow.ts';
import { likeOf, wireNumber } from '../../format/numbers.ts';

/** Of its modules; of a plant whose size is not known, of the most that it shows. */
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
