// Prices of a plant by weekday and hour: the price of each hour, faults of a list of periods, and the days that a change affects.

/** Weekdays as ISO 8601 numbers them: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS_A_DAY = 24;
export const HOURS_A_WEEK = 7 * HOURS_A_DAY;

/** Hours of some weekdays; a period that ends no later than it begins spans midnight. */
export interface PricePeriod {
  weekdays: readonly number[];
  /** First hour, 0 to 23. */
  fromHour: number;
  /** End, 1 to 24. */
  toHour: number;
  /** Import price of a kWh. */
  price: number;
  /** Export price of a kWh; null: that of the version. */
  feedInPrice: number | null;
}

export interface PriceVersion {
  /** First day, local; valid until the next version begins. */
  validFrom: string;
  kind: 'flat' | 'timeOfUse';
  /** Import price of a kWh; with periods: of the remaining hours, null if there are none. */
  price: number | null;
  /** Export price of a kWh; null: the same as the import price. */
  feedInPrice: number | null;
  /** Assumed self-consumption where no meter measures it, 0 to 1 of production. */
  ownUseShare: number | null;
  /** Empty for a flat price. */
  periods: readonly PricePeriod[];
  /** Fixed charge, independent of consumption. */
  fixedCharge: number | null;
  fixedPer: 'day' | 'month';
}

export interface HourPrice {
  price: number;
  feedInPrice: number;
  /** Index of the period; null: the price of the remaining hours. */
  period: number | null;
}

export interface PriceWeek {
  /** 168 hours from Monday 00:00; null: no price. */
  hours: (HourPrice | null)[];
  /** Hours in several periods. */
  overlaps: number[];
}

export const hourOfWeek = (weekday: number, hour: number): number => (weekday - 1) * HOURS_A_DAY + hour;

/** Hours of the week in a period, in its order. */
export function hoursOf({
  weekdays,
  fromHour,
  toHour,
}: Pick<PricePeriod, 'weekdays' | 'fromHour' | 'toHour'>): number[] {
  const length = toHour > fromHour ? toHour - fromHour : toHour + HOURS_A_DAY - fromHour;
  return weekdays.flatMap((weekday) =>
    Array.from({ length }, (_, hour) => (hourOfWeek(weekday, fromHour) + hour) % HOURS_A_WEEK),
  );
}

type Priced = Pick<PriceVersion, 'price' | 'feedInPrice' | 'periods'>;

export function priceWeek({ price, feedInPrice, periods }: Priced): PriceWeek {
  const rest = price === null ? null : { price, feedInPrice: feedInPrice ?? price, period: null };
  const hours: (HourPrice | null)[] = Array.from({ length: HOURS_A_WEEK }, () => rest);
  const overlaps = new Set<number>();
  for (const [index, period] of periods.entries()) {
    for (const hour of hoursOf(period)) {
      if (hours[hour]?.period != null) overlaps.add(hour);
      else
        hours[hour] = {
          price: period.price,
          feedInPrice: period.feedInPrice ?? feedInPrice ?? period.price,
          period: index,
        };
    }
  }
  return { hours, overlaps: [...overlaps].sort((left, right) => left - right) };
}

/** Null if every hour of the week has exactly one price. */
export function faultOfWeek(version: Priced & Pick<PriceVersion, 'kind'>): 'overlap' | 'uncovered' | null {
  const { hours, overlaps } = priceWeek(version);
  if (overlaps.length > 0) return 'overlap';
  return hours.includes(null) ? 'uncovered' : null;
}

/** Returns the version valid on a day; undefined before the first. `versions` are in order. */
export function versionOn<Version extends { validFrom: string }>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  return versions.findLast(({ validFrom }) => validFrom <= day);
}

/**
 * Returns the first day whose prices differ between two lists; null: none. Both are in order, as the
 * contract parses them.
 */
export function firstChangedDay(before: readonly PriceVersion[], after: readonly PriceVersion[]): string | null {
  const days = [...new Set([...before, ...after].map(({ validFrom }) => validFrom))].sort();
  const said = (version: PriceVersion | undefined): string => {
    if (!version) return '';
    const { kind, price, feedInPrice, ownUseShare, periods, fixedCharge, fixedPer } = version;
    return JSON.stringify([
      ...[kind, price, feedInPrice, ownUseShare, fixedCharge, fixedCharge === null ? null : fixedPer],
      periods.map((period) => [period.weekdays, period.fromHour, period.toHour, period.price, period.feedInPrice]),
    ]);
  };
  return days.find((day) => said(versionOn(before, day)) !== said(versionOn(after, day))) ?? null;
}
