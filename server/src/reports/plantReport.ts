// The report of a plant over a period; each figure comes from the same function as on its own page.
import type {
  AlertCounts,
  Expectation,
  PlantReport,
  ReportDevice,
  ReportRow,
} from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { levelOf } from '@heliograph/contract/events.ts';
import { MAX_REPORT_DAYS } from '@heliograph/contract/limits.ts';
import { daysByPeriod } from '../energy/balance/balance.ts';
import { measuresFlows, moneyOf, presentBalance, rounded } from '../energy/balance/plantBalance.ts';
import { benefitsOf } from '../energy/benefits.ts';
import { yearBefore } from '../energy/charts/yearBefore.ts';
import { expectedEnergy } from '../energy/expected/expected.ts';
import { performanceOf } from '../energy/expected/performanceRatio.ts';
import { readDayPrices } from '../energy/money/dayPrices.ts';
import { negativePrices } from '../energy/money/negativePrices.ts';
import { setPrices } from '../energy/money/priceOn.ts';
import { valuationBasisOf } from '../energy/money/valuationBasis.ts';
import { type DeviceEnergy, energyOfDevices } from '../energy/periods/energyOfDevices.ts';
import { energyOfPeriods } from '../energy/periods/energyOfPeriods.ts';
import { type PeriodEnergy, provenanceOf } from '../energy/periods/provenance.ts';
import {
  type Available,
  availabilityOf,
  type Daylight,
  type Downtime,
  daylightOf,
  shareOf,
} from '../energy/rules/availability.ts';
import { type Balance, balanceOfDays, type DayOfPlant, moneyOfDays } from '../energy/rules/balance.ts';
import { codeName } from '../families/eventTexts.ts';
import { reportKindOf } from '../families/kinds.ts';
import { type Day, dayBounds, daysBetween, eachDay, localDay } from '../platform/calendar/rules/localDays.ts';
import type { Period } from '../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { kWhOf, moneyText, wholeWh } from '../platform/texts/numbers.ts';
import { type Counted, countEvents, downsOf } from '../problems/deviceEvents/eventStatistics.ts';
import { doubtfulOf, openProblems } from '../problems/openProblems.ts';
import { problemsOfPeriod } from '../problems/periodProblems.ts';
import { reportRows } from './rules/reportRows.ts';

export interface ReportedPlant {
  sid: string;
  name: string;
  timezone: string;
  latitude: number;
  longitude: number;
  currency: string;
  powerMaxW: number;
  commissionedOn: Day | null;
}

const MAX_LISTED_ALERTS = 5;
const HOUR_MS = 3_600_000;

/** Refuses a period that is reversed, too long, or has not begun. */
function validPeriod({ from, to }: Period, timezone: string, at: Date): Period & { until: Day; today: Day } {
  const today = localDay(at.getTime(), timezone);
  if (to < from) throw new ApiError('timeReversed');
  if (daysBetween(from, to) >= MAX_REPORT_DAYS) throw new ApiError('rangeTooLong', { days: MAX_REPORT_DAYS });
  if (from > today) throw new ApiError('notYet');
  return { from, to, until: to < today ? to : today, today };
}

/** Returns the report of a plant; the caller has checked access to it. */
export async function plantReport(
  sql: Transaction,
  plant: ReportedPlant,
  requested: Period,
  { language, at }: { language: LanguageCode; at: Date },
): Promise<PlantReport> {
  const { sid, timezone } = plant;
  const { from, to, until, today } = validPeriod(requested, timezone, at);
  const { endMs } = dayBounds(until, timezone);
  const bounds = { fromMs: dayBounds(from, timezone).startMs, toMs: Math.min(endMs, at.getTime()) };
  const address = await addressOf(sql, sid);
  const period = { from, to };
  const [days] = await daysByPeriod(sql, plant, [period], at);
  // No rows before the first day with data, as earlier days are not gaps.
  const { by, rows } = reportRows(period, { from: days[0]?.day ?? to, to: days.length === 0 ? '' : until });

  const [energy, ...ofRows] = await energyOfPeriods(sql, plant, [period, ...rows], at);
  const prices = await readDayPrices(sql, sid, period);
  const versions = await setPrices(sql, sid);
  const compared = await yearBefore(sql, plant, rows, at);
  const clear = await expectedEnergy(sql, plant, measuredDays(days), at);
  const performance = await performanceOf(sql, plant, days, today);
  const hasFlows = await measuresFlows(sql, sid);
  const devices = await energyOfDevices(sql, plant, period, at);
  const counted = await countEvents(sql, sid, bounds);
  const downs = await downsOf(sql, sid, bounds);
  const open = await openProblems(sql, sid, { language });
  const problems = await problemsOfPeriod(sql, plant, { ...bounds, toMs: endMs }, { language, at, open });

  const running = runningDevices(devices, downs, daylightOf(eachDay(from, until), plant), bounds, {
    timezone,
    firstDay: energy.firstDay,
  });
  const provenance = (energyOfPeriod: PeriodEnergy) => provenanceOf(energyOfPeriod, plant, today, at.getTime());
  const totalWh = devices.reduce((sum, device) => sum + (device.energyWh ?? 0), 0);

  return {
    ...factsOf(plant),
    address,
    from,
    to,
    until,
    isRunning: to >= today,
    energy: kWhOf(energy.energyWh),
    provenance: provenance(energy),
    specificYield: perRatedKw(energy.energyWh, plant.powerMaxW),
    expected: expectationOf(clear, days),
    performance,
    availability: availabilityOfPlant(devices, downs, running),
    alerts: alertsOf(counted, language),
    problems,
    balance: hasFlows ? presentBalance(days, prices) : null,
    worth: energy.money === null ? null : Number(moneyText(energy.money, plant.currency)),
    worthBasis: valuationBasisOf(energy, versions, today),
    money: days.length === 0 ? null : moneyOf(moneyOfDays(days, prices)),
    negativePrices: await negativePrices(sql, plant, days, at),
    benefit: benefitsOf(energy.energyWh),
    yearBefore: compared.all,
    doubtful: doubtfulOf(open),
    rowsBy: by,
    rows: ofRows.map((ofRow, place) =>
      reportRow(ofRow, days, {
        plant,
        clear,
        hasFlows,
        provenance: provenance(ofRow),
        yearBefore: compared.bars[place] ?? null,
      }),
    ),
    devices: devices.map((device) =>
      reportDevice(device, {
        totalWh,
        provenance: provenance({ ...device, money: null, isMeasured: false }),
        availability: downs === null ? null : (running.get(device.sn)?.share ?? null),
        alerts: countsOf(counted.filter(({ sn }) => sn === device.sn)),
      }),
    ),
  };
}

const measuredDays = (days: readonly DayOfPlant[]): Day[] =>
  days.filter(({ measures }) => typeof measures.production === 'object').map(({ day }) => day);

const factsOf = ({ sid, name, timezone, powerMaxW, commissionedOn, currency }: ReportedPlant) => ({
  sid,
  siteName: name,
  timezone,
  powerMax: powerMaxW,
  commissionedOn,
  currency,
});

/** Returns "Street 1, 12345 City", without missing parts. */
async function addressOf(sql: Transaction, sid: string): Promise<string> {
  const [address] = await sql<{ street: string; zipCode: string; city: string }[]>`
    select street, zip_code, city from sites where sid = ${sid}`;
  return [address?.street, [address?.zipCode, address?.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Returns one row with the figures of its days. */
function reportRow(
  energy: PeriodEnergy,
  days: readonly DayOfPlant[],
  {
    plant,
    clear,
    hasFlows,
    ...figures
  }: {
    plant: ReportedPlant;
    clear: ClearEnergy;
    hasFlows: boolean;
  } & Pick<ReportRow, 'provenance' | 'yearBefore'>,
): ReportRow {
  const { from, to } = energy;
  const daysOfRow = days.filter(({ day }) => day >= from && day <= to);
  const balance = balanceOfDays(daysOfRow);
  const flow = (name: Exclude<keyof Balance, 'autarchy'>): number | null =>
    hasFlows ? kWhOf(balance[name].energyWh) : null;
  return {
    from,
    to,
    energy: kWhOf(energy.energyWh),
    provenance: figures.provenance,
    specificYield: perRatedKw(energy.energyWh, plant.powerMaxW),
    expected: expectationOf(clear, daysOfRow),
    yearBefore: figures.yearBefore,
    home: flow('home'),
    fromGrid: flow('fromGrid'),
    toGrid: flow('toGrid'),
    charge: flow('charge'),
    discharge: flow('discharge'),
    worth: rounded(energy.money),
  };
}

/** `totalWh`: energy of all devices together. */
function reportDevice(
  { sn, alias, modelName, kind, removedAt, energyWh, ratedPowerW }: DeviceEnergy,
  {
    totalWh,
    provenance,
    availability,
    alerts,
  }: { totalWh: number } & Pick<ReportDevice, 'provenance' | 'availability' | 'alerts'>,
): ReportDevice {
  return {
    sn,
    alias,
    modelName,
    kind: reportKindOf(kind),
    isGone: removedAt !== null,
    energy: kWhOf(energyWh),
    share: energyWh === null || totalWh <= 0 ? null : thousandths(energyWh / totalWh),
    perRatedKw: perRatedKw(energyWh, ratedPowerW),
    provenance,
    availability,
    alerts,
  };
}

const perRatedKw = (energyWh: number | null, ratedW: number): number | null =>
  energyWh === null || ratedW <= 0 ? null : thousandths(energyWh / ratedW);

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

type ClearEnergy = Awaited<ReturnType<typeof expectedEnergy>>;

/** Returns the clear-sky energy of days with known production; null when there are none. */
function expectationOf(clear: ClearEnergy, days: readonly DayOfPlant[]): Expectation {
  if (!clear) return null;
  let producedWh = 0;
  let clearWh = 0;
  let count = 0;
  for (const { day, measures } of days) {
    const expectedWh = clear.byDay.get(day);
    if (typeof measures.production !== 'object' || expectedWh === undefined) continue;
    producedWh += measures.production.energyWh;
    clearWh += wholeWh(expectedWh);
    count++;
  }
  if (count === 0) return null;
  const ratio = clearWh <= 0 ? null : thousandths(producedWh / clearWh);
  return { energy: kWhOf(clearWh), ratio, days: count, basis: clear.basis };
}

/**
 * Returns availability by device while it belonged to the plant, from the plant's first day with energy on. A day without
 * any data of a device is silent.
 */
function runningDevices(
  devices: readonly DeviceEnergy[],
  downs: ReadonlyMap<string, readonly Downtime[]> | null,
  daylight: Daylight,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { timezone, firstDay }: { timezone: string; firstDay: Day | null },
): Map<string, Available> {
  if (firstDay === null) return new Map();
  return new Map(
    devices.map(({ sn, belongsFrom, removedAt, heardS, silentDays }) => {
      const running = {
        fromMs: Math.max(fromMs, dayBounds(belongsFrom > firstDay ? belongsFrom : firstDay, timezone).startMs),
        toMs: Math.min(toMs, removedAt?.getTime() ?? toMs),
      };
      const withoutData = silentDays.map((day): Downtime => {
        const { startMs, endMs } = dayBounds(day, timezone);
        return { fromMs: startMs, toMs: endMs, isSilent: true };
      });
      return [
        sn,
        availabilityOf(daylight, running, [...(downs?.get(sn) ?? []), ...withoutData], heardS * 1000),
      ] as const;
    }),
  );
}

function availabilityOfPlant(
  devices: readonly DeviceEnergy[],
  downs: ReadonlyMap<string, readonly Downtime[]> | null,
  running: ReadonlyMap<string, Available>,
): PlantReport['availability'] {
  const sum = { daylightMs: 0, silentMs: 0, faultMs: 0 };
  for (const { daylightMs, silentMs, faultMs } of running.values()) {
    sum.daylightMs += daylightMs;
    sum.silentMs += silentMs;
    sum.faultMs += faultMs;
  }
  const share = downs === null ? null : shareOf(sum);
  const hours = (ms: number): number => Math.round(ms / (HOUR_MS / 10)) / 10;
  return {
    share,
    daylightHours: hours(sum.daylightMs),
    silentHours: hours(sum.silentMs),
    faultHours: hours(sum.faultMs),
    missing:
      share !== null ? null : downs === null ? 'tooManyFaults' : devices.length === 0 ? 'noDevices' : 'noDaylight',
  };
}

function countsOf(counted: readonly Counted[]): AlertCounts {
  const counts = { fault: 0, warning: 0, info: 0 };
  for (const { code, count } of counted) counts[levelOf(code)] += count;
  return counts;
}

function alertsOf(counted: readonly Counted[], language: LanguageCode): NonNullable<PlantReport['alerts']> {
  const byCode = [...Map.groupBy(counted, ({ code }) => code)]
    .map(([code, same]) => ({
      code,
      title: codeName(code, language),
      count: same.reduce((sum, { count }) => sum + count, 0),
      devices: same.length,
    }))
    // Alerts that cost energy come first, however often others occurred.
    .toSorted(
      (one, other) =>
        rankOf(other.code) - rankOf(one.code) || other.count - one.count || (one.code < other.code ? -1 : 1),
    );
  return { ...countsOf(counted), most: byCode.slice(0, MAX_LISTED_ALERTS) };
}

const RANKS = { info: 0, warning: 1, fault: 2 } as const;
const rankOf = (code: Counted['code']): number => RANKS[levelOf(code)];
