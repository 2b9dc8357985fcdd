// Prices of a plant by weekday and hour: which hour costs what, what is wrong with a list of periods, and which days a change of prices touches.

/** Weekdays as ISO 8601 numbers them: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS_A_DAY = 24;
export const HOURS_A_WEEK = 7 * HOURS_A_DAY;

/** Hours of some weekdays; one that ends no later than it begins goes on over midnight into the next day. */
export interface PricePeriod {
  weekdays: readonly number[];
  /** The clock's hour with which it begins, 0 to 23. */
  fromHour: number;
  /** The hour with which it ends, 1 to 24. */
  toHour: number;
  /** Of a bought kWh. */
  price: number;
  /** Of a sold one; null: that of the version. */
  feedInPrice: number | null;
}

export interface PriceVersion {
  /** Of the plant's own calendar; until the day before the next one's. */
  validFrom: string;
  kind: 'flat' | 'timeOfUse';
  /** Of a bought kWh; with periods of the hours that none of them has, null: they have all. */
  price: number | null;
  /** Of a sold kWh; null: the same as a bought one. */
  feedInPrice: number | null;
  /** 0..1 of what the plant makes that is used on the site, where no meter tells. */
  ownUseShare: number | null;
  /** None of a flat price. */
  periods: readonly PricePeriod[];
  /** What is paid whatever is used. */
  fixedCharge: number | null;
  fixedPer: 'day' | 'month';
}

export interface HourPrice {
  price: number;
  feedInPrice: number;
  /** Which of the periods says it; null: none, it is the price of the rest. */
  period: number | null;
}

export interface PriceWeek {
  /** 168, from Monday's first hour on; null: no price. */
  hours: (HourPrice | null)[];
  /** Hours that several periods have. */
  overlaps: number[];
}

export const hourOfWeek = (weekday: number, hour: number): number => (weekday - 1) * HOURS_A_DAY + hour;

/** The hours of the week that a period has, in its own order. */
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

/** Null: every hour of the week has one price. */
export function faultOfWeek(version: Priced & Pick<PriceVersion, 'kind'>): 'overlap' | 'uncovered' | null {
  const { hours, overlaps } = priceWeek(version);
  if (overlaps.length > 0) return 'overlap';
  return hours.includes(null) ? 'uncovered' : null;
}

/** What is valid on a day; undefined: nothing yet. `versions` in the order of their days. */
export function versionOn<Version extends { validFrom: string }>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  return versions.findLast(({ validFrom }) => validFrom <= day);
}

/**
 * The first day whose prices another list changes, null: none. `before` and `after` in the order of their days, as the
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
