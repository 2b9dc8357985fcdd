// Reports of plants as PDF: a summary of several plants, then one or more pages per plant, in the reader's language, with the brand's name and colour.

import type { PlantReport } from '@heliograph/contract/entities/plantReport.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { dayText, fixedText, shortMonthText } from '../platform/texts/localText.ts';
import {
  BOTTOM,
  createPdfLayout,
  INK,
  LEFT_MARGIN,
  LINE,
  newPage,
  type PdfLayout,
  type Reader,
  RIGHT,
  WIDTH,
  writeFigures,
  writeFooters,
  writeHeading,
  writeTable,
} from './pdfLayout.ts';
import { problemColumns } from './problemTexts.ts';
import {
  alertLines,
  balanceLines,
  deviceColumns,
  doubtfulProblems,
  figuresOf,
  periodText,
  type ReaderRights,
  rowColumns,
  translatorFor,
} from './reportTexts.ts';
import { writeSummary } from './summaryPdf.ts';

interface PlantReader extends Reader {
  rights: ReaderRights;
}
type PlantLayout = PdfLayout & PlantReader;

/** Renders reports of one period, in the order of the pages. */
export async function reportPdf(reports: readonly PlantReport[], reader: PlantReader): Promise<Buffer> {
  const { language, rights } = reader;
  const [only, ...more] = reports;
  const title = [
    more.length > 0 ? translatorFor(language)('titles') : only?.siteName,
    only && periodText(only, language),
  ];
  const printedTexts = reports.flatMap(({ siteName, address, devices, problems }) => [
    ...[siteName, address],
    ...devices.flatMap(({ alias, modelName }) => [alias, modelName]),
    ...(problems ?? []).map(({ alias }) => alias),
  ]);
  const layout: PlantLayout = {
    ...(await createPdfLayout(reader, title.filter(Boolean).join(', '), printedTexts)),
    ...reader,
  };
  const links = more.length > 0 ? writeSummary(layout, reports, rights) : [];
  for (const [index, report] of reports.entries()) {
    const page = layout.pdf.pages();
    writePlant(layout, report);
    for (const { text, write } of links[index] ?? []) write(text ?? String(page + 1), page);
  }
  writeFooters(layout);
  return await layout.pdf.end();
}

function writePlant(layout: PlantLayout, report: PlantReport): void {
  const { pdf, language, rights } = layout;
  const translate = translatorFor(language);
  layout.header = `${translate('title')} · ${report.siteName}`;
  let y = newPage(layout);
  pdf.bookmark(report.siteName, 0);
  y += pdf.text(report.siteName, LEFT_MARGIN, y, { size: 18, isBold: true, width: WIDTH, lines: 2, tag: 'H1' });
  const facts = [
    report.address,
    `${translate('peakPower')} ${fixedText(report.powerMax / 1000, 2, language)} ${peakUnit('kWp', language)}`,
    translate('zone', { zone: report.timezone }),
  ];
  const small = { size: 8.5, color: INK.muted, width: WIDTH };
  y += pdf.text(facts.filter(Boolean).join(' · '), LEFT_MARGIN, y + 1, small) + 2;
  y += pdf.text(periodText(report, language), LEFT_MARGIN, y + 4, { size: 12, isBold: true, color: layout.color }) + 4;
  if (report.isRunning)
    y += pdf.text(translate('until', { day: dayText(report.until, language) }), LEFT_MARGIN, y, small);
  const problems = doubtfulProblems(report);
  if (problems !== '') y += pdf.text(translate('doubtful', { problems }), LEFT_MARGIN, y + 2, small) + 2;
  y = writeFigures(layout, figuresOf(report, language, rights), y + 12);
  if (report.rows.length === 0) y += 8 + pdf.text(translate('none'), LEFT_MARGIN, y + 8, small);
  if (report.rows.length > 1) y = pdf.figure(translate('chart'), () => writeChart(layout, report, y + 10));
  y = writeLists(layout, report, y + 14);
  y = writeProblems(layout, report, y + 14);
  if (report.rows.length > 1) {
    const title = translate(report.rowsBy === 'day' ? 'byDay' : 'byMonth');
    y = writeTable(layout, { title, columns: rowColumns(report, language, rights), rows: report.rows }, y + 14);
  }
  if (report.devices.length > 0) {
    const devices = {
      title: translate('devices'),
      columns: deviceColumns(
        language,
        report.devices.some(({ alias }) => alias !== ''),
      ),
      rows: report.devices,
    };
    y = writeTable(layout, devices, y + 14);
  }
  const definitions = { size: 7, color: INK.muted, width: WIDTH };
  if (y + 12 + pdf.heightOf(translate('definitions'), definitions) > BOTTOM) y = newPage(layout);
  pdf.text(translate('definitions'), LEFT_MARGIN, y + 12, definitions);
}

/** Writes the problems of the period, or that there are none. */
function writeProblems(layout: PlantLayout, { problems, currency }: PlantReport, top: number): number {
  const { pdf, language, rights } = layout;
  const translate = translatorFor(language);
  if (problems === null) return top - 14;
  const title = translate('problems');
  if (problems.length > 0)
    return writeTable(layout, { title, columns: problemColumns(currency, language, rights), rows: problems }, top);
  const y = top + 18 + LINE > BOTTOM ? newPage(layout) : top;
  writeHeading(layout, title, LEFT_MARGIN, y);
  pdf.text(translate('noProblems'), LEFT_MARGIN, y + 18, { size: 8.5, color: INK.muted, width: WIDTH });
  return y + 18 + LINE;
}

const CHART = { height: 118, axis: 40 };

/** Draws bars of production in front of those of the previous year; gaps are hatched, to distinguish them from zero. */
function writeChart({ pdf, language }: PdfLayout, { rows, rowsBy, yearBefore }: PlantReport, top: number): number {
  const translate = translatorFor(language);
  const left = LEFT_MARGIN + CHART.axis;
  const width = RIGHT - left;
  const bottom = top + 14 + CHART.height;
  const largest = Math.max(0, ...rows.flatMap((row) => [row.energy ?? 0, row.yearBefore?.before ?? 0]));
  const { step, end } = stepsOf(largest);
  pdf.box(left, top + 3, 7, 7, INK.production);
  pdf.text(`${translate('energy')}, kWh`, left + 11, top, { size: 7.5, color: INK.muted });
  if (yearBefore) {
    pdf.box(left + 120, top + 3, 7, 7, INK.before);
    pdf.text(translate('yearBefore'), left + 131, top, { size: 7.5, color: INK.muted });
  }
  const heightOf = (kWh: number): number => (kWh / end) * CHART.height;
  for (let value = 0; value <= end + step / 2; value += step) {
    const y = bottom - heightOf(value);
    pdf.line(left, y, RIGHT, y, INK.border, value === 0 ? undefined : 1.5);
    const label = { size: 7, color: INK.muted, width: CHART.axis - 6, align: 'right' } as const;
    pdf.text(fixedText(value, step < 1 ? 1 : 0, language), LEFT_MARGIN, y - 5, label);
  }
  const slot = width / rows.length;
  const every = Math.ceil(rows.length / (rowsBy === 'day' ? 31 : 18));
  for (const [place, { from, energy, provenance, yearBefore: compared }] of rows.entries()) {
    const x = left + place * slot;
    if (compared)
      pdf.box(
        x + slot * 0.1,
        bottom - heightOf(compared.before),
        slot * 0.5,
        heightOf(compared.before),
        INK.before,
        0.7,
      );
    if (energy === null) {
      for (let y = bottom - CHART.height; y < bottom && !provenance.notDue; y += 6)
        pdf.line(x + slot * 0.3, y + 3, x + slot * 0.7, y, INK.border);
    } else
      pdf.box(x + slot * 0.22, bottom - heightOf(energy), slot * 0.62, Math.max(0.5, heightOf(energy)), INK.production);
    if (place % every === 0) {
      const label = rowsBy === 'day' ? String(Number(from.slice(8))) : shortMonthText(from, language);
      pdf.text(label, x - 8, bottom + 3, { size: 7, color: INK.muted, width: slot + 16, align: 'center' });
    }
  }
  return bottom + 14;
}

/** Returns a round step for four to six grid lines, with the highest line above all bars. */
function stepsOf(largest: number): { step: number; end: number } {
  const rough = Math.max(largest, 0.1) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10);
  return { step, end: step * Math.max(1, Math.ceil(largest / step - 1e-9)) };
}

/** Writes the balance and alerts side by side. */
function writeLists(layout: PlantLayout, report: PlantReport, top: number): number {
  const { pdf, language, rights } = layout;
  const translate = translatorFor(language);
  const lists = [
    { title: translate('balance'), lines: balanceLines(report, language, rights) },
    ...(report.alerts ? [{ title: translate('alerts'), lines: alertLines(report, language) }] : []),
  ];
  const gap = 24;
  const width = (WIDTH - gap) / 2;
  const labelOf = (text: string) => ({ size: 8.5, color: INK.muted, width: text === '' ? width : width * 0.6 });
  const lineHeightOf = (line: readonly [label: string, text: string]): number =>
    LINE + pdf.heightOf(line[0], labelOf(line[1])) - pdf.heightOf('', labelOf(line[1]));
  const height = 18 + Math.max(...lists.map(({ lines }) => lines.reduce((sum, line) => sum + lineHeightOf(line), 0)));
  const y = top + height > BOTTOM ? newPage(layout) : top;
  for (const [place, { title, lines }] of lists.entries()) {
    const x = LEFT_MARGIN + place * (width + gap);
    writeHeading(layout, title, x, y, width);
    let at = y + 18;
    for (const line of lines) {
      const [label, text] = line;
      pdf.text(label, x, at, labelOf(text));
      pdf.text(text, x + width * 0.6, at, { size: 8.5, width: width * 0.4, lines: 1, align: 'right' });
      at += lineHeightOf(line);
      pdf.line(x, at - 2.5, x + width, at - 2.5, INK.border);
    }
  }
  return y + height;
}
