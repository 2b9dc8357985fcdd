// Texts and figures of a report in one language: the same lines and tables for PDF, workbook and mail.

import type { PlantReport, ReportDevice, ReportRow } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { EVENT_LEVELS, withCode } from '@heliograph/contract/events.ts';
import { isNegativeBeyondError } from '@heliograph/contract/flows.ts';
import { currencyDigits } from '@heliograph/contract/money.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { dayBefore } from '../energy/rules/yearOnYear.ts';
import { lastDayOfMonth, monthOf } from '../platform/calendar/rules/localDays.ts';
import {
  amountText,
  DASH,
  daysText,
  dayText,
  energyText,
  fixedText,
  monthText,
  percentText,
  priceText,
  weekdayText,
} from '../platform/texts/localText.ts';
import type { ReportWord } from '../platform/texts/messages.ts';
import { messageText } from '../platform/texts/translate.ts';

export const translatorFor =
  (language: LanguageCode) =>
  (key: ReportWord, values: Record<string, string | number> = {}): string =>
    messageText(language, `report.${key}`, values);

/** Formats a period as "15 Jun 2026", "June 2026", "2026" or "1 – 7 Jun 2026". */
export function periodText({ from, to }: Pick<PlantReport, 'from' | 'to'>, language: LanguageCode): string {
  if (from === to) return weekdayText(from, language);
  if (from.endsWith('-01') && to === lastDayOfMonth(monthOf(from))) return monthText(from, language);
  if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4);
  return `${dayText(from, language)} – ${dayText(to, language)}`;
}

export interface PresentedFigure {
  label: string;
  text: string;
  note: string;
}

/** Rights of a reader: money and benefits are removed for a role without them, and have no line then. */
export interface ReaderRights {
  money: boolean;
  benefits: boolean;
}

/** Rounds down, so that 0.996 is 99 % and only complete data shows as 100 %. */
const completenessText = ({ source, completeness }: PlantReport['provenance'], language: LanguageCode): string =>
  source === 'none' ? DASH : percentText(Math.floor(completeness * 100) / 100, 0, language);

/** Returns the headline figures, in the order of the page. */
export function figuresOf(report: PlantReport, language: LanguageCode, rights: ReaderRights): PresentedFigure[] {
  const translate = translatorFor(language);
  const { expected, performance, availability, provenance, benefit } = report;
  const figures: PresentedFigure[] = [
    { label: translate('energy'), text: energyText(report.energy, language), note: yearBeforeNote(report, language) },
    {
      label: translate('perPeak'),
      text:
        report.specificYield === null
          ? DASH
          : `${fixedText(report.specificYield, 2, language)} ${peakUnit('kWh/kWp', language)}`,
      note: '',
    },
    {
      label: translate('clearSky'),
      text: percentText(expected?.ratio, 0, language),
      note: clearSkyNote(report, language),
    },
    {
      label: translate('performance'),
      text: percentText(performance.ratio, 1, language),
      note: performanceNote(report, language),
    },
    {
      label: translate('availability'),
      text: percentText(availability.share, 1, language),
      note: availabilityNote(report, language),
    },
    {
      label: translate('completeness'),
      text: completenessText(provenance, language),
      note: provenance.source === 'none' ? '' : translate('completenessNote'),
    },
  ];
  if (rights.money)
    figures.push({
      label: translate('worth'),
      text: amountText(report.worth, report.currency, language),
      note: valuationBasisText(report, language),
    });
  if (rights.benefits)
    figures.push({
      label: translate('co2'),
      text: benefit.co2 === '' ? DASH : `${fixedText(Number(benefit.co2), 0, language)} kg`,
      note: '',
    });
  return figures;
}

function yearBeforeNote({ yearBefore }: PlantReport, language: LanguageCode): string {
  if (!yearBefore || yearBefore.before <= 0) return '';
  const { energy, before, days, from, to } = yearBefore;
  const change = energy / before - 1;
  return translatorFor(language)('yearBeforeNote', {
    count: days,
    change: `${change > 0 ? '+' : ''}${percentText(change, 1, language)}`,
    days,
    range: daysText(dayBefore(from), dayBefore(to), language),
  });
}

function clearSkyNote({ energy, expected }: PlantReport, language: LanguageCode): string {
  const translate = translatorFor(language);
  if (!expected) return energy === null ? '' : translate('noClearSky');
  const note = translate('clearSkyNote', {
    count: expected.days,
    energy: energyText(expected.energy, language),
    days: expected.days,
  });
  const basis = expected.basis === 'placement' ? '' : translate(expected.basis);
  return [note, basis].filter(Boolean).join(', ');
}

function performanceNote({ performance }: PlantReport, language: LanguageCode): string {
  const translate = translatorFor(language);
  if (performance.missing) return translate(performance.missing);
  return translate('performanceNote', {
    light: fixedText(performance.irradiation, 1, language),
    days: performance.days,
  });
}

function availabilityNote({ availability }: PlantReport, language: LanguageCode): string {
  const translate = translatorFor(language);
  if (availability.missing) return translate(availability.missing);
  return translate('availabilityNote', {
    silent: fixedText(availability.silentHours, 1, language),
    fault: fixedText(availability.faultHours, 1, language),
    all: fixedText(availability.daylightHours, 0, language),
  });
}

/** Explains the valuation as the web does (valuationBasisText.ts); "" when it is metered or there is no amount. */
export function valuationBasisText({ worthBasis, currency }: PlantReport, language: LanguageCode): string {
  if (!worthBasis || worthBasis.by === 'measured') return '';
  const translate = translatorFor(language);
  const { kind, price, feedInPrice, ownUseShare, hasChanged } = worthBasis;
  const priceOf = (amount: number) => `${priceText(amount, currency, language)} ${currency}/kWh`;
  const share = ownUseShare === null ? '' : percentText(ownUseShare, 0, language);
  const basis =
    kind === 'flat'
      ? ownUseShare === null
        ? translate('worthAt', { price: priceOf(price) })
        : translate('worthShared', { share, bought: priceOf(price), sold: priceOf(feedInPrice ?? price) })
      : ownUseShare === null
        ? translate('worthByHour')
        : translate('worthSharedByHour', { share });
  return hasChanged ? translate('worthEarlier', { basis }) : basis;
}

/** Names the problems that make figures of the report doubtful; "" if there are none. */
export const doubtfulProblems = ({ doubtful }: PlantReport): string =>
  [...new Set(doubtful.map(({ title }) => title))].join(', ');

export type Line = readonly [label: string, text: string];

/** Parts of `home` when both the balance and load meters are known: measured by load meters, and unmeasured. */
const LOAD_PARTS = ['measuredHome', 'unmeasured'] as const;
const FLOWS = ['home', ...LOAD_PARTS, 'fromGrid', 'toGrid', 'charge', 'discharge', 'generator', 'ownUse'] as const;
/** Flows that a plant may lack, which then have no line. */
const OPTIONAL: ReadonlySet<string> = new Set(['charge', 'discharge', 'generator']);
const PARTS: ReadonlySet<string> = new Set(LOAD_PARTS);
const MONEY = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;

export function balanceLines(report: PlantReport, language: LanguageCode, rights: ReaderRights): Line[] {
  const translate = translatorFor(language);
  const { balance, money, currency } = report;
  return [
    ...(balance
      ? [
          ...FLOWS.filter((flow) =>
            PARTS.has(flow) ? balance.unmeasured.energy !== null : balance[flow].energy !== null || !OPTIONAL.has(flow),
          ).map(
            (flow): Line => [
              translate(flow),
              balance[flow].energy === null ? translate('missing') : energyText(balance[flow].energy, language),
            ],
          ),
          [translate('autarchy'), percentText(balance.autarchy, 0, language)] as Line,
          ...(isNegativeBeyondError(balance.home) ? [[translate('belowNothing'), ''] as Line] : []),
        ]
      : [[translate('noBalance'), ''] as Line]),
    ...(rights.money && money
      ? MONEY.filter((part) => money[part] !== null).map(
          (part): Line => [translate(part), amountText(money[part], currency, language)],
        )
      : []),
    ...(rights.money && report.negativePrices
      ? [[translate('negativePrices'), negativeText(report.negativePrices, currency, language)] as Line]
      : []),
  ];
}

function negativeText(
  { hours, energy, money, byHour }: NonNullable<PlantReport['negativePrices']>,
  currency: string,
  language: LanguageCode,
): string {
  const translate = translatorFor(language);
  const shown = fixedText(hours, Number.isInteger(hours) ? 0 : 1, language);
  if (energy === null) return translate('negativeUnknown', { hours: shown });
  const text = translate('negativeText', {
    hours: shown,
    energy: energyText(energy, language),
    money: amountText(money, currency, language),
  });
  return byHour === null || byHour >= 0.995
    ? text
    : `${text} (${translate('negativePart', { share: percentText(byHour, 0, language) })})`;
}

export function alertLines({ alerts }: PlantReport, language: LanguageCode): Line[] {
  const translate = translatorFor(language);
  if (!alerts) return [];
  if (EVENT_LEVELS.every((level) => alerts[level] === 0)) return [[translate('noAlerts'), '']];
  return [
    ...EVENT_LEVELS.toReversed().map((level): Line => [translate(level), String(alerts[level])]),
    ...alerts.most.map(
      ({ title, code, count, devices }): Line => [withCode(title, code), translate('ofDevices', { count, devices })],
    ),
  ];
}

export interface Column<Row> {
  label: string;
  unit: string;
  /** Value for workbooks: shares in percent. */
  value(row: Row): string | number | null;
  /** Whether `value` is a day. */
  isDay?: boolean;
  /** Text for PDFs. */
  text(row: Row): string;
  /** Relative width. */
  part: number;
  isMoney?: boolean;
  /** Whether it is a user-defined name, which is cut when it is too long. */
  isName?: boolean;
}
type Numbers<Row> = { label: string; unit: string; of: (row: Row) => number | null; digits: number } & Partial<
  Pick<Column<Row>, 'part' | 'isMoney'>
>;

export const numberColumn = <Row>(
  language: LanguageCode,
  { label, unit, of, digits, part = 1, isMoney = false }: Numbers<Row>,
): Column<Row> => ({ label, unit, part, isMoney, value: of, text: (row) => fixedText(of(row), digits, language) });
export const shareColumn = <Row>(
  language: LanguageCode,
  label: string,
  of: (row: Row) => number | null,
  digits: number,
): Column<Row> => ({
  label,
  unit: '%',
  part: 1.2,
  value: (row) => (of(row) === null ? null : Math.round(of(row)! * 1000) / 10),
  text: (row) => fixedText(of(row) === null ? null : of(row)! * 100, digits, language),
});

const completenessOf = ({ provenance: { source, completeness } }: { provenance: PlantReport['provenance'] }) =>
  source === 'none' ? null : Math.floor(completeness * 1000) / 1000;

const rowName = (row: ReportRow, by: PlantReport['rowsBy'], language: LanguageCode): string =>
  by === 'day' ? weekdayText(row.from, language) : monthText(row.from, language);

export function rowColumns(report: PlantReport, language: LanguageCode, rights: ReaderRights): Column<ReportRow>[] {
  const translate = translatorFor(language);
  const flows = (['home', 'fromGrid', 'toGrid', 'charge', 'discharge'] as const).filter((flow) =>
    report.rows.some((row) => row[flow] !== null),
  );
  return [
    {
      label: translate('date'),
      unit: '',
      part: 1.8,
      isDay: true,
      value: ({ from }) => from,
      text: (row) => rowName(row, report.rowsBy, language),
    },
    numberColumn(language, { label: translate('energy'), unit: 'kWh', of: ({ energy }) => energy, digits: 2 }),
    numberColumn(language, {
      label: translate('perPeak'),
      unit: peakUnit('kWh/kWp', language),
      of: (row) => row.specificYield,
      digits: 2,
    }),
    shareColumn(language, translate('clearSky'), ({ expected }) => expected?.ratio ?? null, 0),
    ...(report.yearBefore
      ? [
          numberColumn<ReportRow>(language, {
            label: translate('yearBefore'),
            unit: 'kWh',
            digits: 2,
            of: (row) => row.yearBefore?.before ?? null,
          }),
        ]
      : []),
    ...flows.map((flow) =>
      numberColumn<ReportRow>(language, { label: translate(flow), unit: 'kWh', of: (row) => row[flow], digits: 2 }),
    ),
    ...(rights.money
      ? [
          numberColumn<ReportRow>(language, {
            label: translate('worth'),
            unit: report.currency,
            digits: currencyDigits(report.currency),
            isMoney: true,
            of: ({ worth }) => worth,
          }),
        ]
      : []),
    shareColumn(language, translate('completeness'), completenessOf, 0),
  ];
}

/** `named`: whether some devices have a name in addition to their serial number. */
export function deviceColumns(language: LanguageCode, named: boolean): Column<ReportDevice>[] {
  const translate = translatorFor(language);
  const textColumn = (label: string, of: (device: ReportDevice) => string, part: number): Column<ReportDevice> => ({
    label,
    unit: '',
    part,
    value: of,
    text: of,
    isName: true,
  });
  return [
    textColumn(translate('device'), ({ alias, sn }) => alias || sn, 1.6),
    ...(named ? [textColumn(translate('serialNumber'), ({ sn }) => sn, 1.2)] : []),
    textColumn(translate('model'), ({ modelName }) => modelName, 1.2),
    numberColumn(language, { label: translate('energy'), unit: 'kWh', of: ({ energy }) => energy, digits: 2 }),
    shareColumn(language, translate('share'), ({ share }) => share, 1),
    numberColumn(language, {
      label: translate('perRated'),
      unit: 'kWh/kW',
      of: (device) => device.perRatedKw,
      digits: 2,
      part: 1.2,
    }),
    shareColumn(language, translate('availability'), ({ availability }) => availability, 1),
    numberColumn(language, { label: translate('fault'), unit: '', of: ({ alerts }) => alerts.fault, digits: 0 }),
    shareColumn(language, translate('completeness'), completenessOf, 0),
  ];
}
