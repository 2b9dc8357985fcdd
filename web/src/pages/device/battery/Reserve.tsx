// The reserve as a slider beside the state of charge, and what it leaves for tonight.
import type { ChargeForecast } from '@heliograph/contract/batteryForecast.ts';
import type { BatterySettings, Range } from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../components/AmountInput.tsx';
import { energy, full, inline, money, percent, power } from '../../../format/numbers.ts';
import { time } from '../../../format/times.ts';
import classes from './battery.module.css';
import { enoughText, NightForecast, nightForecast } from './NightForecast.tsx';

type Tonight = Response<'battery/hx/tonight'>;

interface Props {
  range: Range;
  /** Empty: not read yet. */
  value: Amount;
  tonight: Tonight | undefined;
  /** The settings of the form; null: not valid. */
  settings: BatterySettings | null;
  /** Rated power of the battery, W; null: unknown. */
  maxW: number | null;
  timeZone: string;
  onChange: (percent: number) => void;
}

export function Reserve({ range, value, tonight, settings, maxW, timeZone, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isKnown = typeof value === 'number' && Number.isFinite(value);
  const reserve = isKnown ? value : 0;
  const soc = tonight?.socPercent ?? null;
  const forecast = isKnown && tonight ? nightForecast({ tonight, settings, maxW }) : null;
  return (
    <div className={classes.reserve}>
      <div className={classes.reserveHead}>
        <span>{soc === null ? t('battery.reserve') : t('battery.tonight.soc', { soc: percent(soc / 100) })}</span>
        {isKnown && <strong>{t('battery.tonight.reserve', { percent: percent(reserve / 100) })}</strong>}
      </div>
      <div className={classes.bar} aria-hidden>
        {soc !== null && <i data-soc style={{ width: `${soc}%` }} />}
        {isKnown && <i data-reserve style={{ width: `${reserve}%` }} />}
      </div>
      <input
        className={classes.slider}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={reserve}
        disabled={!isKnown}
        aria-label={t('battery.tonight.slider')}
        aria-describedby={id}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
      <p id={id} className={classes.reserveText}>
        {isKnown && tonight && <TonightText {...{ tonight, forecast, reserve, timeZone }} />}
      </p>
      {tonight && forecast && <NightForecast {...{ tonight, forecast, reserve, timeZone }} />}
    </div>
  );
}

interface TextProps {
  tonight: Tonight;
  forecast: ChargeForecast | null;
  reserve: number;
  timeZone: string;
}

function TonightText({ tonight, forecast, reserve, timeZone }: TextProps) {
  const { t } = useTranslation();
  const { socPercent, capacityWh, eveningW, evenings, importPrice, currency, sunsetIso, sunriseIso } = tonight;
  if (socPercent === null) return t('battery.tonight.noSoc');
  if (capacityWh === null)
    return t('battery.tonight.noCapacity', { percent: percent(Math.max(0, socPercent - reserve) / 100) });
  const leftWh = (Math.max(0, socPercent - reserve) / 100) * capacityWh;
  const left = inline(energy(leftWh));
  const basis = t('battery.tonight.basis', { capacity: inline(energy(capacityWh)), count: evenings });
  if (forecast) return `${enoughText(t, { forecast, left, timeZone })} ${basis}`;
  const lines = [
    eveningW === null || eveningW <= 0
      ? t('battery.tonight.left', { left })
      : t('battery.tonight.leftHours', { left, hours: full(leftWh / eveningW, 1), power: inline(power(eveningW)) }),
    ...(importPrice === null
      ? []
      : [t('battery.tonight.worth', { amount: money((leftWh / 1000) * importPrice, currency) })]),
    ...(sunsetIso && sunriseIso
      ? [t('battery.tonight.sun', { sunset: time(sunsetIso, timeZone), sunrise: time(sunriseIso, timeZone) })]
      : []),
    basis,
  ];
  return lines.join(' ');
}
