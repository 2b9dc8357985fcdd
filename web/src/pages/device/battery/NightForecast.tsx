// What the battery will do until the end of tomorrow, by usual consumption, expected production and prices: one sentence first, then the curve and its figures.
import { type ChargeForecast, type ForecastHour, forecastCharge } from '@heliograph/contract/batteryForecast.ts';
import type { BatterySettings } from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { energy, inline, money, price } from '../../../format/numbers.ts';
import { time } from '../../../format/times.ts';
import classes from './battery.module.css';

type Tonight = Response<'battery/hx/tonight'>;

interface Request {
  tonight: Tonight;
  /** The settings of the form; null: not valid. */
  settings: BatterySettings | null;
  /** Rated power of the battery, W; null: unknown. */
  maxW: number | null;
}

/** Returns null where something that it needs is not known. */
export function nightForecast({ tonight, settings, maxW }: Request): ChargeForecast | null {
  const { socPercent, capacityWh, hours, atIso } = tonight;
  if (socPercent === null || capacityWh === null || settings === null) return null;
  return forecastCharge(hours, { socPercent, capacityWh, maxW, settings, nowMs: Date.parse(atIso) });
}

const clock = (ms: number, timeZone: string): string => time(ms / 1000, timeZone);

interface Shown {
  forecast: ChargeForecast;
  /** Energy above the reserve. */
  left: string;
  timeZone: string;
}

/** Returns the sentence that counts: until when the battery is enough. */
export function enoughText(t: TFunction, { forecast, left, timeZone }: Shown): string {
  const { line, emptyMs, solarMs } = forecast;
  if (emptyMs !== null && emptyMs <= line[0]!.atMs) return t('battery.tonight.atReserve');
  if (emptyMs !== null) return t('battery.tonight.enough', { left, time: clock(emptyMs, timeZone) });
  if (solarMs !== null) return t('battery.tonight.enoughUntilSun', { left, time: clock(solarMs, timeZone) });
  return t('battery.tonight.enoughUntilEnd', { left });
}

interface Props {
  tonight: Tonight;
  forecast: ChargeForecast;
  /** %. */
  reserve: number;
  timeZone: string;
}

export function NightForecast({ tonight, forecast, reserve, timeZone }: Props) {
  const { t } = useTranslation();
  const { currency, hours, solarBasis, sunsetIso, sunriseIso } = tonight;
  const { line, emptyMs, solarMs, fullMs, importWh, importCost } = forecast;
  const [fromMs, toMs] = [line[0]!.atMs, line.at(-1)!.atMs];
  const cheap = cheapestHours(hours);
  const imported = { energy: inline(energy(importWh)), time: clock(solarMs ?? toMs, timeZone) };
  const lines = [
    emptyMs !== null &&
      (importCost === null || currency === ''
        ? t('battery.tonight.import', imported)
        : t('battery.tonight.importFor', { ...imported, amount: money(importCost, currency) })),
    t(`battery.tonight.solar.${solarBasis}`, { energy: inline(energy(solarWh(hours, fromMs))) }),
    fullMs !== null && t('battery.tonight.full', { time: clock(fullMs, timeZone) }),
    cheap &&
      t('battery.tonight.cheapest', {
        from: time(cheap.fromIso, timeZone),
        to: time(cheap.toIso, timeZone),
        price: `${price(cheap.importPrice, currency)}\u00a0${currency}`,
      }),
    sunsetIso &&
      sunriseIso &&
      t('battery.tonight.sun', { sunset: time(sunsetIso, timeZone), sunrise: time(sunriseIso, timeZone) }),
  ].filter((text) => typeof text === 'string');
  return (
    <figure className={classes.night}>
      <figcaption>{t('battery.tonight.chart')}</figcaption>
      <Curve hours={hours} forecast={forecast} reserve={reserve} cheap={cheap} />
      <div className={`${classes.ticks} num`} aria-hidden>
        {ticksOf(hours, fromMs).map((iso) => (
          <span
            key={iso}
            style={{ left: `clamp(18px, ${(100 * (Date.parse(iso) - fromMs)) / (toMs - fromMs)}%, calc(100% - 18px))` }}
          >
            {time(iso, timeZone)}
          </span>
        ))}
      </div>
      <ul className={classes.key} aria-hidden>
        <li data-key="charge">{t('battery.tonight.keys.charge')}</li>
        <li data-key="solar">{t('battery.tonight.keys.solar')}</li>
        <li data-key="home">{t('battery.tonight.keys.home')}</li>
        {cheap && <li data-key="cheap">{t('battery.tonight.keys.cheap')}</li>}
      </ul>
      <ul className={`${classes.nightLines} num`}>
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </figure>
  );
}

/** A label closer to the start would overlap the next one on a phone. */
const LEAST_MS = 2.5 * 3_600_000;

/** Returns the hours of the axis: each sixth of the plant's clock. */
const ticksOf = (hours: readonly ForecastHour[], fromMs: number): string[] =>
  hours
    .map(({ fromIso }) => fromIso)
    .filter((iso) => Date.parse(iso) >= fromMs + LEAST_MS && Number(iso.slice(11, 13)) % 6 === 0);

const WIDTH = 960;
const HEIGHT = 100;

interface CurveProps {
  hours: readonly ForecastHour[];
  forecast: ChargeForecast;
  reserve: number;
  cheap: Span | null;
}

/** Charge as a line from 0 to 100 %; production as an area and consumption as steps, both relative to the higher of them. */
function Curve({ hours, forecast: { line }, reserve, cheap }: CurveProps) {
  const [fromMs, toMs] = [line[0]!.atMs, line.at(-1)!.atMs];
  const x = (at: number | string) =>
    (Math.max(0, (typeof at === 'string' ? Date.parse(at) : at) - fromMs) / (toMs - fromMs)) * WIDTH;
  const maxW = Math.max(1, ...hours.flatMap(({ homeW, solarW }) => [homeW ?? 0, solarW ?? 0]));
  const y = (powerW: number | null) => HEIGHT - ((powerW ?? 0) / maxW) * HEIGHT;
  const steps = (wattsOf: (hour: ForecastHour) => number | null) =>
    hours.map((hour) => `${x(hour.fromIso)},${y(wattsOf(hour))} ${x(hour.toIso)},${y(wattsOf(hour))}`).join(' ');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {cheap && <rect x={x(cheap.fromIso)} width={x(cheap.toIso) - x(cheap.fromIso)} height={HEIGHT} data-cheap />}
      <polygon points={`0,${HEIGHT} ${steps(({ solarW }) => solarW)} ${WIDTH},${HEIGHT}`} data-solar />
      <polyline points={steps(({ homeW }) => homeW)} data-home />
      {ticksOf(hours, fromMs).map((iso) => (
        <line key={iso} x1={x(iso)} x2={x(iso)} y1={0} y2={HEIGHT} data-tick />
      ))}
      <line x1={0} x2={WIDTH} y1={HEIGHT - reserve} y2={HEIGHT - reserve} data-reserve />
      <polyline points={line.map(({ atMs, percent }) => `${x(atMs)},${HEIGHT - percent}`).join(' ')} data-charge />
    </svg>
  );
}

type Span = Pick<ForecastHour, 'fromIso' | 'toIso'> & { importPrice: number };

/** Returns the first hours in a row with the lowest price; null: it does not vary, or an hour has none. */
function cheapestHours(hours: readonly ForecastHour[]): Span | null {
  const prices = hours.flatMap(({ importPrice }) => (importPrice === null ? [] : [importPrice]));
  const importPrice = Math.min(...prices);
  if (prices.length < hours.length || importPrice === Math.max(...prices)) return null;
  const first = hours.findIndex((hour) => hour.importPrice === importPrice);
  const after = hours.findIndex((hour, n) => n > first && hour.importPrice !== importPrice);
  return { fromIso: hours[first]!.fromIso, toIso: hours[after < 0 ? hours.length - 1 : after - 1]!.toIso, importPrice };
}

/** Returns the expected energy of the modules from now on, Wh. */
const solarWh = (hours: readonly ForecastHour[], nowMs: number): number =>
  hours.reduce((sum, { fromIso, toIso, solarW }) => {
    const hoursLeft = (Date.parse(toIso) - Math.max(nowMs, Date.parse(fromIso))) / 3_600_000;
    return sum + (solarW ?? 0) * Math.max(0, hoursLeft);
  }, 0);
