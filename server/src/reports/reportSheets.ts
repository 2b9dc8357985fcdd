// Reports of plants as a workbook: a row per plant, its days or months, and its devices; exact numbers, shares in percent.

import type { PlantReport, ReportProblem } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { currencyDigits } from '@heliograph/contract/money.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { type Sheet, workbook } from '../platform/files/writeXlsx.ts';
import { problemColumns } from './problemTexts.ts';
import {
  type Column,
  deviceColumns,
  doubtfulProblems,
  type ReaderRights,
  rowColumns,
  translatorFor,
  valuationBasisText,
} from './reportTexts.ts';

interface Cells<Row> {
  title: string;
  /** Decimals shown by a spreadsheet; undefined: as many as the number has. */
  decimals?: number;
  /** Whether `value` is a day. */
  isDay?: boolean;
  value: (row: Row) => string | number | null;
}

/** Renders reports of one period. */
export function reportSheets(
  reports: readonly PlantReport[],
  { language, rights }: { language: LanguageCode; rights: ReaderRights },
): AsyncIterable<Uint8Array> {
  const translate = translatorFor(language);
  // A column with several currencies has the decimals of the finest one.
  const decimals = Math.max(...reports.map((of) => currencyDigits(of.currency)));
  const plant = { title: translate('plant'), value: ({ of }: { of: PlantReport }) => of.siteName };
  const rows = reports.flatMap((of) => of.rows.map((row) => ({ of, row })));
  // The columns cover every plant's measurements; currencies may differ, so they have a column of their own.
  const combined = { ...reports[0]!, rows: rows.map(({ row }) => row), currency: '' };
  combined.yearBefore = reports.find(({ yearBefore }) => yearBefore)?.yearBefore ?? null;
  const byRow = rowColumns(combined, language, rights).map(cellsOf);
  const devices = reports.flatMap((of) => of.devices.map((device) => ({ of, device })));
  const problems = reports.flatMap(problemRows);
  const currency = { title: 'ISO 4217', value: ({ of }: { of: PlantReport }) => of.currency };
  return workbook([
    sheetOf(translate('title'), reports, plantCells(language, rights, decimals)),
    sheetOf(translate(combined.rowsBy === 'day' ? 'byDay' : 'byMonth'), rows, [
      plant,
      ...byRow.map(({ title, isMoney, isDay, value }) => ({
        title,
        isDay,
        ...(isMoney && { decimals }),
        value: ({ row }: (typeof rows)[number]) => value(row),
      })),
      ...(rights.money ? [currency] : []),
    ]),
    ...(devices.length === 0
      ? []
      : [
          sheetOf(translate('devices'), devices, [
            plant,
            ...deviceColumns(language, true)
              .map(cellsOf)
              .map(({ title, value }) => ({
                title,
                value: ({ device }: (typeof devices)[number]) => value(device),
              })),
          ]),
        ]),
    ...(problems.length === 0
      ? []
      : [
          sheetOf(translate('problems'), problems, [
            plant,
            ...problemColumns('', language, rights)
              .map(cellsOf)
              .map(({ title, isMoney, isDay, value }, place) => ({
                title,
                isDay,
                ...(isMoney && { decimals }),
                value: ({ problem }: ProblemRow) =>
                  problem ? value(problem) : place === 0 ? translate('noProblems') : null,
              })),
            ...(rights.money ? [currency] : []),
          ]),
        ]),
  ]);
}

interface ProblemRow {
  of: PlantReport;
  problem: ReportProblem | null;
}

/** Returns the problems of a plant; a plant without any has a row that says so. */
const problemRows = (of: PlantReport): ProblemRow[] =>
  of.problems?.length === 0 ? [{ of, problem: null }] : (of.problems ?? []).map((problem) => ({ of, problem }));

const cellsOf = <Row>({ label, unit, value, isMoney = false, isDay = false }: Column<Row>) => ({
  title: unit === '' ? label : `${label}, ${unit}`,
  value,
  isMoney,
  isDay,
});

const percent = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(share * 1000) / 10;

function plantCells(language: LanguageCode, rights: ReaderRights, decimals: number): Cells<PlantReport>[] {
  const translate = translatorFor(language);
  const flow =
    (name: 'home' | 'fromGrid' | 'toGrid' | 'charge' | 'discharge' | 'generator' | 'ownUse') =>
    ({ balance }: PlantReport) =>
      balance?.[name].energy ?? null;
  const flows = ['home', 'fromGrid', 'toGrid', 'charge', 'discharge', 'generator', 'ownUse'] as const;
  const money = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;
  const levels = ['fault', 'warning', 'info'] as const;
  return [
    { title: translate('plant'), value: ({ siteName }) => siteName },
    { title: translate('first'), isDay: true, value: ({ from }) => from },
    { title: translate('last'), isDay: true, value: ({ to }) => to },
    { title: `${translate('peakPower')}, ${peakUnit('kWp', language)}`, value: ({ powerMax }) => powerMax / 1000 },
    { title: `${translate('energy')}, kWh`, value: ({ energy }) => energy },
    { title: `${translate('perPeak')}, ${peakUnit('kWh/kWp', language)}`, value: ({ specificYield }) => specificYield },
    { title: `${translate('clearSky')}, kWh`, value: ({ expected }) => expected?.energy ?? null },
    { title: `${translate('clearSky')}, %`, value: ({ expected }) => percent(expected?.ratio) },
    { title: `${translate('performance')}, %`, value: ({ performance }) => percent(performance.ratio) },
    { title: `${translate('availability')}, %`, value: ({ availability }) => percent(availability.share) },
    {
      title: `${translate('completeness')}, %`,
      value: ({ provenance }) => (provenance.source === 'none' ? null : percent(provenance.completeness)),
    },
    { title: `${translate('yearBefore')}, kWh`, value: ({ yearBefore }) => yearBefore?.before ?? null },
    ...flows.map((name) => ({ title: `${translate(name)}, kWh`, value: flow(name) })),
    { title: `${translate('autarchy')}, %`, value: ({ balance }) => percent(balance?.autarchy) },
    ...(rights.money
      ? [
          { title: translate('worth'), decimals, value: ({ worth }: PlantReport) => worth },
          { title: translate('worthBasis'), value: (of: PlantReport) => valuationBasisText(of, language) || null },
          ...money.map((part) => ({
            title: translate(part),
            decimals,
            value: (of: PlantReport) => of.money?.[part] ?? null,
          })),
          { title: `${translate('negativePrices')}, h`, value: (of: PlantReport) => of.negativePrices?.hours ?? null },
          {
            title: `${translate('negativePrices')}, kWh`,
            value: (of: PlantReport) => of.negativePrices?.energy ?? null,
          },
          {
            title: translate('negativePrices'),
            decimals,
            value: (of: PlantReport) => of.negativePrices?.money ?? null,
          },
          { title: 'ISO 4217', value: ({ currency }: PlantReport) => currency },
        ]
      : []),
    ...(rights.benefits
      ? [
          {
            title: `${translate('co2')}, kg`,
            value: ({ benefit }: PlantReport) => (benefit.co2 === '' ? null : Number(benefit.co2)),
          },
        ]
      : []),
    { title: translate('doubtfulBecause'), value: (of) => doubtfulProblems(of) || null },
    ...levels.map((level) => ({
      title: translate(level),
      value: ({ alerts }: PlantReport) => alerts?.[level] ?? null,
    })),
  ];
}

function sheetOf<Row>(name: string, rows: readonly Row[], columns: readonly Cells<Row>[]): Sheet {
  const values = columns.map(({ isDay, value }) => rows.map(isDay ? (row) => midnightOf(value(row)) : value));
  const isText = values.map((column) => column.some((cell) => typeof cell === 'string'));
  return {
    name,
    rows: rows.length,
    columns: columns.map(({ title, decimals, isDay }, place) => ({
      title,
      type: isDay ? 'date' : isText[place] ? 'text' : 'number',
      ...(decimals !== undefined && { decimals }),
    })),
    cells: values.map((column, place) =>
      isText[place]
        ? column.map((cell) => (cell === null ? '' : String(cell)))
        : Float64Array.from(column, (cell) => (cell === null ? Number.NaN : Number(cell))),
    ),
  };
}

const midnightOf = (day: string | number | null): number | null => (day === null ? null : Date.parse(`${day}T00:00Z`));
