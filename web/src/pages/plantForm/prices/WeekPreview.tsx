// Preview of a week of prices: seven rows of 24 hours, darker where more expensive, and the same as text below.
import { HOURS_A_DAY, hourOfWeek, type PriceWeek, WEEKDAYS } from '@heliograph/contract/prices.ts';
import { useTranslation } from 'react-i18next';
import { price as priceText } from '../../../format/numbers.ts';
import { Scrolls } from '../../../ui/Scrolls.tsx';
import { weekLines } from './priceForm.ts';
import classes from './prices.module.css';
import { hoursText, weekdayName, weekdayShort, weekdaysText } from './weekText.ts';

/** Interval of the hours labelled above the grid. */
const LABEL_INTERVAL_H = 6;

interface Props {
  week: PriceWeek;
  currency: string;
}

export function WeekPreview(props: Props) {
  return (
    <div className={classes.week}>
      <WeekGrid {...props} />
      <WeekLines {...props} />
    </div>
  );
}

function WeekGrid({ week, currency }: Props) {
  const { t } = useTranslation();
  const prices = [...new Set(week.hours.flatMap((hour) => (hour ? [hour.price] : [])))].sort(
    (left, right) => left - right,
  );
  const overlaps = new Set(week.overlaps);
  /** Returns the background of a price; the most expensive one is the darkest. */
  const shadeOf = (price: number): string => {
    const percent = prices.length < 2 ? 40 : 15 + (80 * prices.indexOf(price)) / (prices.length - 1);
    return `color-mix(in srgb, var(--from-grid) ${percent}%, var(--surface))`;
  };
  const textOf = (index: number): string => {
    const hour = week.hours[index];
    if (overlaps.has(index)) return t('prices.twoPrices');
    return hour ? priceText(hour.price, currency) : t('prices.noPrice');
  };
  return (
    <Scrolls className={classes.gridFrame} aria-label={t('prices.week')}>
      <table className={`${classes.grid} num`}>
        <caption className="visuallyHidden">{t('prices.weekText', { currency })}</caption>
        <thead>
          <tr>
            <td />
            {Array.from({ length: HOURS_A_DAY }, (_, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day
              <th key={hour} scope="col">
                <span className={hour % LABEL_INTERVAL_H === 0 ? undefined : 'visuallyHidden'}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" abbr={weekdayName(weekday)}>
                {weekdayShort(weekday)}
              </th>
              {Array.from({ length: HOURS_A_DAY }, (_, hour) => {
                const index = hourOfWeek(weekday, hour);
                const price = week.hours[index]?.price;
                const state = overlaps.has(index) ? 'overlap' : price === undefined ? 'none' : undefined;
                return (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day
                    key={hour}
                    data-state={state}
                    style={price === undefined ? undefined : { background: shadeOf(price) }}
                  >
                    <span className="visuallyHidden">{textOf(index)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function WeekLines({ week, currency }: Props) {
  const { t } = useTranslation();
  // Hidden where the fields above already show it: a single export price, or one equal to the import price.
  const showsExportPrice =
    new Set(week.hours.map((hour) => hour?.feedInPrice)).size > 1 &&
    week.hours.some((hour) => hour && hour.feedInPrice !== hour.price);
  return (
    <dl className={`${classes.lines} num`}>
      {weekLines(week).map(({ weekdays, spans }) => (
        <div key={weekdays.join()}>
          <dt>{weekdaysText(weekdays)}</dt>
          <dd>
            {spans.map(({ fromHour, toHour, price, feedInPrice }) => (
              <span key={fromHour} data-none={price === null || undefined}>
                {hoursText(fromHour, toHour)} <b>{price === null ? t('prices.noPrice') : priceText(price, currency)}</b>
                {showsExportPrice &&
                  feedInPrice !== null &&
                  ` ${t('prices.soldAt', { price: priceText(feedInPrice, currency) })}`}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
