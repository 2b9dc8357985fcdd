// First pages of a PDF with several plants: totals, and a table of the plants with links to their pages.

import type { PlantReport } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { amountText, DASH, energyText, fixedText, percentText } from '../platform/texts/localText.ts';
import { LEFT_MARGIN, newPage, type PdfLayout, WIDTH, type WriteLink, writeFigures, writeTable } from './pdfLayout.ts';
import {
  type Column,
  numberColumn,
  type PresentedFigure,
  periodText,
  type ReaderRights,
  shareColumn,
  translatorFor,
} from './reportTexts.ts';
import { totalsOf } from './rules/totals.ts';

/** A link to a plant's first page; without `text` the number of that page. */
interface Link {
  text?: string;
  write: WriteLink;
}

/** Returns the links to each plant, in the order of the reports. */
export function writeSummary(layout: PdfLayout, reports: readonly PlantReport[], rights: ReaderRights): Link[][] {
  const { pdf, language, color } = layout;
  const translate = translatorFor(language);
  layout.header = translate('titles');
  let y = newPage(layout);
  pdf.bookmark(translate('summary'), 0);
  y += pdf.text(translate('titles'), LEFT_MARGIN, y, { size: 18, isBold: true, width: WIDTH, lines: 2, tag: 'H1' });
  const period = reports[0] ? periodText(reports[0], language) : '';
  y += pdf.text(period, LEFT_MARGIN, y + 4, { size: 12, isBold: true, color }) + 4;
  y = writeFigures(layout, totalFigures(reports, language, rights), y + 12);
  const { name, page, others } = summaryColumns(reports, language, rights);
  const links = new Map(reports.map((report): [PlantReport, Link[]] => [report, []]));
  const add = (report: PlantReport, column: Column<PlantReport>, write: WriteLink) =>
    links.get(report)?.push(column === name ? { text: report.siteName, write } : { write });
  const table = {
    title: translate('plants'),
    columns: [name, ...others, page],
    rows: reports,
    links: { columns: [name, page], add },
  };
  writeTable(layout, table, y + 14);
  return [...links.values()];
}

function totalFigures(
  reports: readonly PlantReport[],
  language: LanguageCode,
  rights: ReaderRights,
): PresentedFigure[] {
  const translate = translatorFor(language);
  const totals = totalsOf(reports);
  const figure = (label: string, text: string, note = ''): PresentedFigure => ({ label, text, note });
  const missing = totals.plants - totals.known;
  return [
    figure(translate('plants'), fixedText(totals.plants, 0, language)),
    figure(translate('peakPower'), `${fixedText(totals.powerMax / 1000, 2, language)} ${peakUnit('kWp', language)}`),
    figure(
      translate('energy'),
      energyText(totals.energy, language),
      missing === 0 ? '' : translate('withoutFigures', { count: missing }),
    ),
    figure(
      translate('perPeak'),
      totals.specificYield === null
        ? DASH
        : `${fixedText(totals.specificYield, 2, language)} ${peakUnit('kWh/kWp', language)}`,
    ),
    figure(translate('clearSky'), percentText(totals.clearSky, 0, language)),
    figure(translate('availability'), percentText(totals.availability, 1, language)),
    ...(reports.some(({ problems }) => problems !== null)
      ? [
          figure(
            translate('openProblems'),
            fixedText(totals.openProblems, 0, language),
            totals.lostKwh === 0 ? '' : translate('lostInPeriod', { energy: energyText(totals.lostKwh, language) }),
          ),
        ]
      : []),
    ...(rights.money
      ? [...totals.worth].map(([currency, amount]) =>
          figure(translate('worth'), amountText(amount, currency, language)),
        )
      : []),
  ];
}

function summaryColumns(reports: readonly PlantReport[], language: LanguageCode, rights: ReaderRights) {
  const translate = translatorFor(language);
  const text = (of: (report: PlantReport) => string) => ({ unit: '', value: of, text: of });
  const number = (
    label: string,
    unit: string,
    digits: number,
    of: (report: PlantReport) => number | null,
  ): Column<PlantReport> => numberColumn(language, { label, unit, digits, of });
  const name: Column<PlantReport> = {
    ...text(({ siteName }) => siteName),
    label: translate('plant'),
    part: 3,
    isName: true,
  };
  const page: Column<PlantReport> = {
    label: translate('pageOfPlant'),
    unit: '',
    part: 0.6,
    value: () => null,
    // As wide as the largest number.
    text: () => '0000',
  };
  const others = [
    number(translate('peakPower'), peakUnit('kWp', language), 2, ({ powerMax }) => powerMax / 1000),
    number(translate('energy'), 'kWh', 2, ({ energy }) => energy),
    number(translate('perPeak'), peakUnit('kWh/kWp', language), 2, ({ specificYield }) => specificYield),
    shareColumn<PlantReport>(language, translate('clearSky'), ({ expected }) => expected?.ratio ?? null, 0),
    shareColumn<PlantReport>(language, translate('availability'), ({ availability }) => availability.share, 1),
    ...(reports.some(({ problems }) => problems !== null)
      ? [
          number(
            translate('openProblems'),
            '',
            0,
            ({ problems }) => problems?.filter(({ until }) => until === null).length ?? null,
          ),
        ]
      : []),
    ...(rights.money
      ? [
          {
            label: translate('worth'),
            unit: '',
            part: 1.4,
            value: ({ worth }: PlantReport) => worth,
            text: ({ worth, currency }: PlantReport) => amountText(worth, currency, language),
          },
        ]
      : []),
  ];
  return { name, page, others };
}
