// What the money of a plant's period stands on: meters, or the prices and the share of own use that were set for its days.
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { moneyBasisOf } from '../periods/presentProduction.ts';
import type { PeriodEnergy } from '../periods/provenance.ts';

/** What energy/money/priceOn.ts reads of prices. */
export interface SetPrices {
  /** Until the day before the next ones'. */
  validFrom: Day;
  kind: 'flat' | 'timeOfUse';
  price: number;
  feedInPrice: number | null;
  ownUseShare: number | null;
}

/** `versions` in the order of their days; what was set before the first energy, or for days to come, says nothing. */
export function valuationBasisOf(
  { from, to, firstDay, money, isMeasured }: PeriodEnergy,
  versions: readonly SetPrices[],
  today: Day,
): ValuationBasis {
  if (money === null || firstDay === null) return null;
  const [first, last] = [firstDay > from ? firstDay : from, to < today ? to : today];
  const valid = versions.filter(
    ({ validFrom }, n) => validFrom <= last && (versions[n + 1]?.validFrom ?? '9999-12-31') > first,
  );
  const newest = valid.at(-1);
  if (!newest) return null;
  const { kind, price, feedInPrice, ownUseShare } = newest;
  const by = moneyBasisOf(newest, { isMeasured });
  const hasChanged = valid.some((version) => wordsOf(version) !== wordsOf(newest));
  return { by, kind, price, feedInPrice, ownUseShare, hasChanged };
}

/** As far as it is told: prices of hours are not, nor what a sold kWh brings where none is taken as sold. */
const wordsOf = ({ kind, price, feedInPrice, ownUseShare }: SetPrices): string =>
  JSON.stringify([kind, ownUseShare, ...(kind === 'flat' ? [price, ownUseShare === null ? null : feedInPrice] : [])]);
