// Reports of plants as PDF: a page a plant and more where its rows need them, in the reader's language, with the brand's name and colour.
import { BRAND_COLORS, BRAND_NAMES } from '@heliograph/contract/brandNames.ts';
import type { PlantReport } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { facesFor } from '../files/fonts.ts';
import { openPdf, PAGE, type Pdf } from '../files/pdf.ts';
import type { Day } from '../rules/localDays.ts';
import { dayText, fixedText, localeOf, shortMonthText } from '../wire/localText.ts';
import {
  alertLines,
  balanceLines,
  type Column,
  deviceColumns,
  figuresOf,
  periodText,
  rowColumns,
  type Seen,
  sayIn,
} from './reportWords.ts';

export interface Reader {
  language: LanguageCode;
  brand: number;
  /** Of the calendar of the first plant: when it was made. */
  madeOn: Day;
  seen: Seen;
}

interface Paper extends Reader {
  pdf: Pdf;
  name: string;
  color: string;
}

const INK = { text: '#111827', muted: '#52606D', border: '#D5DBE2', production: '#E69F00', before: '#AEB8C4' };
const LEFT = PAGE.margin;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const RIGHT = LEFT + WIDTH;
const TOP = 74;
/** Below it stands the foot of the page. */
const BOTTOM = PAGE.height - 54;

/** Of one period, in the order of the pages. */
export async function reportPdf(reports: readonly PlantReport[], reader: Reader): Promise<Buffer> {
  const { language, brand } = reader;
  const say = sayIn(language);
  const name = BRAND_NAMES[brand] ?? BRAND_NAMES[0]!;
  const [only, ...more] = reports;
  const title = [more.length > 0 ? say('titles') : only?.siteName, only && periodText(only, language)].filter(Boolean);
  const words = reports.flatMap(({ siteName, address, devices }) => [
    ...[siteName, address],
    ...devices.flatMap(({ alias, modelName }) => [alias, modelName]),
  ]);
  const faces = await facesFor([say('definitions'), ...words]);
  const pdf = openPdf({ title: title.join(', '), language: localeOf(language), author: name }, faces);
  const paper = { ...reader, pdf, name, color: BRAND_COLORS[brand] ?? BRAND_COLORS[0]! };
  for (const report of reports) writePlant(paper, report);
  writeFeet(paper);
  return await pdf.end();
}

function writePlant(paper: Paper, report: PlantReport): void {
  const { pdf, language, seen } = paper;
  const say = sayIn(language);
  let y = newPage(paper, report);
  y += pdf.text(report.siteName, LEFT, y, { size: 18, isBold: true, width: WIDTH, lines: 2 });
  const facts = [
    report.address,
    `${say('peakPower')} ${fixedText(report.powerMax / 1000, 2, language)} kWp`,
    say('zone', { zone: report.timezone }),
  ];
  const small = { size: 8.5, color: INK.muted, width: WIDTH };
  y += pdf.text(facts.filter(Boolean).join(' · '), LEFT, y + 1, small) + 2;
  y += pdf.text(periodText(report, language), LEFT, y + 4, { size: 12, isBold: true, color: paper.color }) + 4;
  if (report.isRunning) y += pdf.text(say('until', { day: dayText(report.until, language) }), LEFT, y, small);
  y = writeFigures(paper, report, y + 12);
  if (report.rows.length === 0) pdf.text(say('none'), LEFT, y + 8, small);
  if (report.rows.length > 1) y = writeChart(paper, report, y + 10);
  y = writeLists(paper, report, y + 14);
  if (report.rows.length > 1) {
    const title = say(report.rowsBy === 'day' ? 'byDay' : 'byMonth');
    y = writeTable(paper, report, { title, columns: rowColumns(report, language, seen), rows: report.rows }, y + 14);
  }
  if (report.devices.length > 0) {
    const devices = {
      title: say('devices'),
      columns: deviceColumns(
        language,
        report.devices.some(({ alias }) => alias !== ''),
      ),
      rows: report.devices,
    };
    y = writeTable(paper, report, devices, y + 14);
  }
  const definitions = { size: 7, color: INK.muted, width: WIDTH };
  if (y + 12 + pdf.heightOf(say('definitions'), definitions) > BOTTOM) y = newPage(paper, report);
  pdf.text(say('definitions'), LEFT, y + 12, definitions);
}

/** With the brand and, on every page, whose report it is; gives where to go on. */
function newPage({ pdf, name, color, language }: Paper, { siteName }: PlantReport): number {
  pdf.addPage();
  pdf.box(0, 0, PAGE.width, 6, color);
  pdf.text(name, LEFT, 28, { size: 11, isBold: true, color, width: WIDTH / 3, lines: 1 });
  const whose = `${sayIn(language)('title')} · ${siteName}`;
  pdf.text(whose, LEFT + WIDTH / 3, 29, {
    size: 8.5,
    color: INK.muted,
    width: (2 * WIDTH) / 3,
    lines: 1,
    align: 'right',
  });
  pdf.line(LEFT, 50, RIGHT, 50, INK.border);
  return TOP - 10;
}

function writeFigures({ pdf, language, seen }: Paper, report: PlantReport, top: number): number {
  const figures = figuresOf(report, language, seen);
  const gap = 14;
  const width = (WIDTH - 3 * gap) / 4;
  let y = top;
  for (let first = 0; first < figures.length; first += 4) {
    let height = 0;
    for (const [place, { label, text, note }] of figures.slice(first, first + 4).entries()) {
      const x = LEFT + place * (width + gap);
      const below = pdf.text(label, x, y, { size: 8, color: INK.muted, width, lines: 1 });
      const size =
        SIZES.find((one) => pdf.heightOf(text, { size: one, isBold: true, width }) < 2 * one) ?? SIZES.at(-1)!;
      const figure = pdf.text(text, x, y + below + (15 - size), { size, isBold: true, width, lines: 1 }) + 15 - size;
      const more =
        note === '' ? 0 : pdf.text(note, x, y + below + figure, { size: 7, color: INK.muted, width, lines: 5 });
      height = Math.max(height, below + figure + more);
    }
    y += height + 10;
  }
  return y - 10;
}

/** Of a figure: the largest in which it stands on one line. */
const SIZES = [15, 13, 11.5, 10];

const CHART = { height: 118, axis: 40 };

/** Bars of production, the same days of the year before behind them; a gap is hatched, so that it is no zero. */
function writeChart({ pdf, language }: Paper, { rows, rowsBy, yearBefore }: PlantReport, top: number): number {
  const say = sayIn(language);
  const left = LEFT + CHART.axis;
  const width = RIGHT - left;
  const bottom = top + 14 + CHART.height;
  const largest = Math.max(0, ...rows.flatMap((row) => [row.energy ?? 0, row.yearBefore?.before ?? 0]));
  const { step, end } = stepsOf(largest);
  pdf.box(left, top + 3, 7, 7, INK.production);
  pdf.text(`${say('energy')}, kWh`, left + 11, top, { size: 7.5, color: INK.muted });
  if (yearBefore) {
    pdf.box(left + 120, top + 3, 7, 7, INK.before);
    pdf.text(say('yearBefore'), left + 131, top, { size: 7.5, color: INK.muted });
  }
  const heightOf = (kWh: number): number => (kWh / end) * CHART.height;
  for (let value = 0; value <= end + step / 2; value += step) {
    const y = bottom - heightOf(value);
    pdf.line(left, y, RIGHT, y, INK.border, value === 0 ? undefined : 1.5);
    const label = { size: 7, color: INK.muted, width: CHART.axis - 6, align: 'right' } as const;
    pdf.text(fixedText(value, step < 1 ? 1 : 0, language), LEFT, y - 5, label);
  }
  const slot = width / rows.length;
  const every = Math.ceil(rows.length / (rowsBy === 'day' ? 31 : 18));
  for (const [place, { from, energy, yearBefore: compared }] of rows.entries()) {
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
      for (let y = bottom - CHART.height; y < bottom; y += 6)
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

/** Four to six lines of a round step, the highest above all bars. */
function stepsOf(largest: number): { step: number; end: number } {
  const rough = Math.max(largest, 0.1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 2.5, 5, 10].find((factor) => factor * ten >= rough) ?? 10);
  return { step, end: step * Math.max(1, Math.ceil(largest / step - 1e-9)) };
}

/** Balance and alerts side by side. */
function writeLists(paper: Paper, report: PlantReport, top: number): number {
  const { language, seen } = paper;
  const say = sayIn(language);
  const lists = [
    { title: say('balance'), lines: balanceLines(report, language, seen) },
    ...(report.alerts ? [{ title: say('alerts'), lines: alertLines(report, language) }] : []),
  ];
  const most = Math.max(...lists.map(({ lines }) => lines.length));
  const y = top + 18 + most * LINE > BOTTOM ? newPage(paper, report) : top;
  const gap = 24;
  const width = (WIDTH - gap) / 2;
  for (const [place, { title, lines }] of lists.entries()) {
    const x = LEFT + place * (width + gap);
    paper.pdf.text(title, x, y, { size: 10, isBold: true, width, lines: 1 });
    for (const [row, [label, text]] of lines.entries()) {
      const at = y + 18 + row * LINE;
      const labelWidth = text === '' ? width : width * 0.6;
      paper.pdf.text(label, x, at, { size: 8.5, color: INK.muted, width: labelWidth, lines: 1 });
      paper.pdf.text(text, x + width * 0.6, at, { size: 8.5, width: width * 0.4, lines: 1, align: 'right' });
      paper.pdf.line(x, at + LINE - 2.5, x + width, at + LINE - 2.5, INK.border);
    }
  }
  return y + 18 + most * LINE;
}

const LINE = 15;

interface Table<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** Its head stands on every page that it goes on to. */
function writeTable<Row>(paper: Paper, report: PlantReport, { title, columns, rows }: Table<Row>, top: number): number {
  const { pdf } = paper;
  const parts = columns.reduce((sum, { part }) => sum + part, 0);
  const places: { x: number; width: number; align: 'left' | 'right' }[] = [];
  let x = LEFT;
  for (const { part, unit, label } of columns) {
    const width = (part / parts) * WIDTH;
    const isText = unit === '' && typeof columns.find((one) => one.label === label)?.value(rows[0]!) === 'string';
    places.push({ x, width: width - 5, align: isText ? 'left' : 'right' });
    x += width;
  }
  const heads = columns.map(({ label, unit }) => (unit === '' ? label : `${label}, ${unit}`));
  const headStyle = { size: 7, color: INK.muted, isBold: true, lines: 3 };
  const headHeight = Math.max(...heads.map((head, place) => pdf.heightOf(head, { ...headStyle, ...places[place]! })));
  const writeHead = (y: number): number => {
    for (const [place, head] of heads.entries()) {
      const at = places[place]!;
      pdf.text(head, at.x, y, { ...headStyle, width: at.width, align: at.align });
    }
    pdf.line(LEFT, y + headHeight + 2, RIGHT, y + headHeight + 2, INK.muted);
    return y + headHeight + 5;
  };
  let y = top + 18 + headHeight + 3 * LINE > BOTTOM ? newPage(paper, report) : top;
  pdf.text(title, LEFT, y, { size: 10, isBold: true, width: WIDTH, lines: 1 });
  y = writeHead(y + 18);
  for (const row of rows) {
    if (y + LINE > BOTTOM) y = writeHead(newPage(paper, report));
    for (const [place, column] of columns.entries()) {
      const at = places[place]!;
      pdf.text(column.text(row), at.x, y, { size: 8, width: at.width, align: at.align, lines: 1 });
    }
    pdf.line(LEFT, y + LINE - 3.5, RIGHT, y + LINE - 3.5, INK.border);
    y += LINE - 1;
  }
  return y;
}

/** When all pages are there: how many they are stands on each. */
function writeFeet({ pdf, language, name, madeOn }: Paper): void {
  const say = sayIn(language);
  const y = PAGE.height - 36;
  const style = { size: 7.5, color: INK.muted, width: WIDTH / 2, lines: 1 };
  for (let page = 0; page < pdf.pages(); page++) {
    pdf.onPage(page);
    pdf.line(LEFT, y - 6, RIGHT, y - 6, INK.border);
    pdf.text(say('made', { day: dayText(madeOn, language), brand: name }), LEFT, y, style);
    const number = say('page', { page: page + 1, pages: pdf.pages() });
    pdf.text(number, LEFT + WIDTH / 2, y, { ...style, align: 'right' });
  }
}
