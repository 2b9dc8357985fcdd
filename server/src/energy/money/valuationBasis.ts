// Determines the basis of a period's money: meters, or the prices and the own-use share set for its days.
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { moneyBasisOf } from '../periods/presentProduction.ts';
import type { PeriodEnergy } from '../periods/provenance.ts';

/** Prices as energy/money/priceOn.ts reads them. */
export interface SetPrices {
  /** First day; valid until the day before the next prices. */
  validFrom: Day;
  kind: 'flat' | 'timeOfUse';
  price: number;
  feedInPrice: number | null;
  ownUseShare: number | null;
}

/**
 * Returns the basis; null: no money or no prices. `versions` are in the order of their days; those before the first
 * energy or in the future do not count.
 */
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
  const hasChanged = valid.some((version) => comparedText(version) !== comparedText(newest));
  return { by, kind, price, feedInPrice, ownUseShare, hasChanged };
}

/**
 * Returns a text of the shown properties: neither hourly prices nor the price of a sold kWh where nothing counts as
 * sold.
 */
const comparedText = ({ kind, price, feedInPrice, ownUseShare }: SetPrices): string =>
  JSON.stringify([kind, ownUseShare, ...(kind === 'flat' ? [price, ownUseShare === null ? null : feedInPrice] : [])]);
