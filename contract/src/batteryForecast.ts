// The charge of a battery in the coming hours, from its settings, the usual consumption and the expected production.
import { type BatterySettings, dayOfBattery } from './batterySettings.ts';

/** An hour of the plant's clock, with mean powers in W. */
export interface ForecastHour {
  /** ISO 8601 with the plant's offset; the end is not included. */
  fromIso: string;
  toIso: string;
  homeW: number | null;
  solarW: number | null;
  /** Price of a bought kWh; null: unknown. */
  importPrice: number | null;
}

interface Battery {
  socPercent: number;
  /** From 100 % to 0 %, Wh. */
  capacityWh: number;
  /** Charging and discharging power, W; null: unknown. */
  maxW: number | null;
  settings: Pick<BatterySettings, 'mode' | 'reservePercent' | 'periods'>;
  nowMs: number;
}

export interface ChargeForecast {
  /** State of charge from now to the end, %, a point each quarter of an hour. */
  line: { atMs: number; percent: number }[];
  /** When the battery stops covering the home; null: not within the hours. */
  emptyMs: number | null;
  /** When the modules cover the home again after that, or after the next night; null: not within the hours. */
  solarMs: number | null;
  /** Import from `emptyMs` to `solarMs` or the end, Wh, and its cost; null: a price is unknown. */
  importWh: number;
  importCost: number | null;
  /** When it is full; null: not within the hours, or full already. */
  fullMs: number | null;
}

const STEP_MS = 900_000;
const HOUR_MS = 3_600_000;
/** Modes whose behavior follows from consumption and production alone. */
const FORESEEABLE: readonly string[] = ['ownUse', 'timeOfUse'];

/** Returns null if an hour is not known, or the mode depends on more. */
export function forecastCharge(hours: readonly ForecastHour[], battery: Battery): ChargeForecast | null {
  const { socPercent, capacityWh, maxW, settings, nowMs } = battery;
  const isKnown = hours.length > 0 && hours.every(({ homeW, solarW }) => homeW !== null && solarW !== null);
  if (!isKnown || capacityWh <= 0 || !FORESEEABLE.includes(settings.mode)) return null;
  const parts = dayOfBattery(settings);
  /** Smaller energies are rounding. */
  const leastWh = capacityWh / 1000;
  let levelWh = (socPercent / 100) * capacityWh;
  let isAfterDusk = false;
  const line = [{ atMs: nowMs, percent: socPercent }];
  let emptyMs: number | null = null;
  let solarMs: number | null = null;
  let fullMs: number | null = null;
  let importWh = 0;
  let importCost: number | null = 0;
  for (const { atMs, toMs, minute, homeW, solarW, importPrice } of stepsOf(hours, nowMs)) {
    const part = parts.find(({ fromMin, toMin }) => minute >= fromMin && minute < toMin)!;
    const hour = (toMs - atMs) / HOUR_MS;
    const targetWh = (part.percent / 100) * capacityWh;
    const aboveWh = Math.max(0, levelWh - targetWh);
    const needWh = Math.max(0, homeW - solarW) * hour;
    const surplusWh = Math.max(0, solarW - homeW) * hour;
    const limitWh = Math.min(part.powerW ?? Number.POSITIVE_INFINITY, maxW ?? Number.POSITIVE_INFINITY) * hour;
    const dischargeWh = part.does === 'discharge' ? limitWh : Math.min(needWh, limitWh);
    const changeWh =
      part.does === 'charge'
        ? Math.min(Math.max(surplusWh, limitWh), Math.max(0, targetWh - levelWh))
        : part.does === 'discharge' || needWh > 0
          ? -Math.min(aboveWh, dischargeWh)
          : Math.min(surplusWh, limitWh);
    const before = levelWh;
    levelWh = Math.min(capacityWh, levelWh + changeWh);
    line.push({ atMs: toMs, percent: (levelWh / capacityWh) * 100 });
    if (before < capacityWh && levelWh >= capacityWh) fullMs ??= toMs;
    const missingWh = Math.max(0, needWh + Math.min(0, changeWh));
    if (part.does !== 'charge' && missingWh > leastWh && levelWh - targetWh <= leastWh)
      emptyMs ??= atMs + Math.min(1, aboveWh / dischargeWh) * (toMs - atMs);
    if (solarW > 0 && solarW >= homeW && (isAfterDusk || emptyMs !== null)) solarMs ??= atMs;
    isAfterDusk ||= solarW === 0;
    if (emptyMs !== null && solarMs === null) {
      importWh += missingWh;
      importCost = importCost === null || importPrice === null ? null : importCost + (missingWh / 1000) * importPrice;
    }
  }
  return { line, emptyMs, solarMs, importWh, importCost, fullMs };
}

/** Splits hours into quarters on the plant's clock, the first one from now on. */
function* stepsOf(hours: readonly ForecastHour[], nowMs: number) {
  for (const { fromIso, toIso, homeW, solarW, importPrice } of hours) {
    const [fromMs, toMs] = [Date.parse(fromIso), Date.parse(toIso)];
    const firstMinute = Number(fromIso.slice(11, 13)) * 60 + Number(fromIso.slice(14, 16));
    for (let startMs = fromMs; startMs < toMs; startMs += STEP_MS) {
      const endMs = Math.min(toMs, startMs + STEP_MS);
      if (endMs <= nowMs) continue;
      // A repeated hour has the same minutes twice.
      const minute = firstMinute + (((startMs - fromMs) / 60_000) % 60);
      yield { atMs: Math.max(nowMs, startMs), toMs: endMs, minute, homeW: homeW!, solarW: solarW!, importPrice };
    }
  }
}
