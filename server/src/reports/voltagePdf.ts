// Evidence of the grid voltage as PDF for the grid operator: figures, lines, a chart of the means with the limit, days, and each mean above the limit.

import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { MEAN_S, type VoltageLine } from '@heliograph/contract/gridVoltage.ts';
import type { VoltageDay } from '../energy/voltage/gridVoltage.ts';
import { limitOf } from '../energy/voltage/rules/gridVoltage.ts';
import { clockIn, DASH, dayText, energyText, fixedText, percentText } from '../platform/texts/localText.ts';
import type { VoltageWord } from '../platform/texts/messages.ts';
import { messageText } from '../platform/texts/translate.ts';
import {
  BOTTOM,
  createPdfLayout,
  INK,
  LEFT_MARGIN,
  newPage,
  type PdfLayout,
  type Reader,
  RIGHT,
  WIDTH,
  writeFigures,
  writeFooters,
  writeTable,
} from './pdfLayout.ts';
import { type Column, periodText, translatorFor as reportWordsIn } from './reportTexts.ts';
import type { Evidence } from './voltageEvidence.ts';

/** Maximum listed means above the limit, on twelve pages; all means are in the CSV. */
const MAX_MEANS = 600;

const wordsIn =
  (language: LanguageCode) =>
  (key: VoltageWord, values: Record<string, string | number> = {}): string =>
    messageText(language, `voltage.${key}`, values);

/** Returns "L1" or "L1–L2", or a word when the device reports no phase. */
const lineText = (line: VoltageLine, language: LanguageCode): string =>
  line === 'grid' ? wordsIn(language)('grid') : [...line.slice(1)].map((n) => `L${n}`).join('–');

export async function voltagePdf(
  { evidence, days }: { evidence: Evidence; days: readonly VoltageDay[] },
  reader: Reader,
): Promise<Buffer> {
  const { language } = reader;
  const translate = wordsIn(language);
  const { siteName, sn, alias, modelName, timezone, start, end, lines } = evidence;
  const period = periodText({ from: start, to: end }, language);
  const title = `${translate('title')}: ${alias || sn}, ${period}`;
  const layout = await createPdfLayout(reader, title, [siteName, alias, modelName]);
  const { pdf } = layout;
  layout.header = `${translate('title')} · ${siteName}`;
  let y = newPage(layout);
  const small = { size: 8.5, color: INK.muted, width: WIDTH };
  const heading = `${translate('title')}: ${siteName}`;
  pdf.bookmark(heading, 0);
  y += pdf.text(heading, LEFT_MARGIN, y, { size: 18, isBold: true, width: WIDTH, lines: 2, tag: 'H1' });
  const facts = [alias, modelName, translate('serial', { sn }), reportWordsIn(language)('zone', { zone: timezone })];
  y += pdf.text(facts.filter(Boolean).join(' · '), LEFT_MARGIN, y + 1, small) + 2;
  y += pdf.text(period, LEFT_MARGIN, y + 4, { size: 12, isBold: true, color: layout.color }) + 4;
  if (lines.length === 0) y += 8 + pdf.text(translate('none'), LEFT_MARGIN, y + 8, small);
  else y = writeEvidence(layout, evidence, days, y + 12);
  const method = methodText(evidence, language);
  const style = { size: 7.5, color: INK.muted, width: WIDTH };
  if (y + 12 + pdf.heightOf(method, style) > BOTTOM) y = newPage(layout);
  pdf.text(method, LEFT_MARGIN, y + 12, style);
  writeFooters(layout);
  return await pdf.end();
}

function writeEvidence(layout: PdfLayout, evidence: Evidence, days: readonly VoltageDay[], top: number): number {
  const { language } = layout;
  const translate = wordsIn(language);
  let y = writeFigures(layout, figuresOf(evidence, language), top);
  y = layout.pdf.figure(translate('chart'), () => writeMeans(layout, evidence, days, y + 12));
  y = writeTable(
    layout,
    { title: translate('byLine'), columns: lineColumns(evidence, language), rows: evidence.lines },
    y + 14,
  );
  const affectedDays = evidence.days.filter(({ hoursAbove, throttledHours }) => hoursAbove > 0 || throttledHours > 0);
  if (affectedDays.length > 0)
    y = writeTable(layout, { title: translate('byDay'), columns: dayColumns(language), rows: affectedDays }, y + 14);
  const means = meansAbove(days);
  if (means.length === 0) return y;
  const shown = means.slice(0, MAX_MEANS);
  y = writeTable(
    layout,
    { title: translate('meansAbove'), columns: meanColumns(evidence, language), rows: shown },
    y + 14,
  );
  if (means.length > shown.length) {
    if (y + 14 > BOTTOM) y = newPage(layout);
    y += layout.pdf.text(
      translate('moreMeans', { count: fixedText(means.length - shown.length, 0, language) }),
      LEFT_MARGIN,
      y + 2,
      { size: 8, color: INK.muted, width: WIDTH },
    );
  }
  return y;
}

function figuresOf({ lines, hoursAbove, throttledHours, lostKwh, lostUnknown }: Evidence, language: LanguageCode) {
  const translate = wordsIn(language);
  const share = (line: Evidence['lines'][number]) => (line.highest ?? 0) / line.nominal;
  const worst = lines.toSorted((one, other) => share(other) - share(one))[0]!;
  return [
    { label: translate('hoursAbove'), text: `${fixedText(hoursAbove, 2, language)} h`, note: '' },
    {
      label: translate('highest'),
      text: worst.highest === null ? DASH : `${fixedText(worst.highest, 1, language)} V`,
      note: lineText(worst.line, language),
    },
    { label: translate('throttled'), text: `${fixedText(throttledHours, 2, language)} h`, note: '' },
    {
      label: translate('lost'),
      text: energyText(lostKwh, language),
      note:
        lostUnknown > 0
          ? translate('lostUnknown', { hours: fixedText((lostUnknown * MEAN_S) / 3600, 1, language) })
          : '',
    },
  ];
}

/** Describes how the figures were measured and calculated, so that readers can verify them. */
function methodText(
  { limitPercent, uploadEveryS, nominal, nominalBasis, lostBasis, lostKwh }: Evidence,
  language: LanguageCode,
): string {
  const translate = wordsIn(language);
  const every = fixedText(uploadEveryS, 0, language);
  return [
    translate('method', { limit: limitPercent, nominal: fixedText(nominal, 1, language), seconds: every }),
    nominalBasis === 'country' ? translate('nominalOfCountry') : translate('nominalAsked'),
    ...(lostKwh === null ? [] : [translate('lostMethod'), ...(lostBasis === 'assumed' ? [translate('assumed')] : [])]),
  ].join(' ');
}

const numberColumn = <Row>(
  language: LanguageCode,
  label: string,
  unit: string,
  digits: number,
  of: (row: Row) => number | null,
): Column<Row> => ({ label, unit, part: 2, value: of, text: (row) => fixedText(of(row), digits, language) });

const textColumn = <Row>(label: string, part: number, of: (row: Row) => string): Column<Row> => ({
  label,
  unit: '',
  part,
  value: of,
  text: of,
});

function lineColumns({ timezone }: Evidence, language: LanguageCode): Column<Evidence['lines'][number]>[] {
  const translate = wordsIn(language);
  return [
    textColumn(translate('line'), 2, ({ line }) => lineText(line, language)),
    numberColumn(language, translate('nominal'), 'V', 1, ({ nominal }) => nominal),
    numberColumn(language, translate('limitHead'), 'V', 1, ({ limit }) => limit),
    numberColumn(language, translate('highest'), 'V', 1, ({ highest }) => highest),
    {
      // A number, so that it is right-aligned like the columns around it.
      label: translate('when'),
      unit: '',
      part: 3,
      value: ({ highestIso }) => (highestIso === null ? null : Date.parse(highestIso)),
      text: ({ highestIso }) => (highestIso === null ? DASH : clockIn(new Date(highestIso), timezone, language)),
    },
    numberColumn(language, translate('means'), '', 0, ({ means }) => means),
    numberColumn(language, translate('hoursAbove'), 'h', 2, ({ hoursAbove }) => hoursAbove),
    {
      label: translate('share'),
      unit: '',
      part: 2,
      value: ({ means, above }) => (means === 0 ? null : above / means),
      text: ({ means, above }) => percentText(means === 0 ? null : above / means, 1, language),
    },
  ];
}

function dayColumns(language: LanguageCode): Column<Evidence['days'][number]>[] {
  const translate = wordsIn(language);
  return [
    textColumn(translate('day'), 3, ({ day }) => dayText(day, language)),
    numberColumn(language, translate('highest'), 'V', 1, ({ highest }) => highest),
    numberColumn(language, translate('hoursAbove'), 'h', 2, ({ hoursAbove }) => hoursAbove),
    numberColumn(language, translate('throttled'), 'h', 2, ({ throttledHours }) => throttledHours),
    numberColumn(language, translate('lost'), 'kWh', 2, ({ lostKwh }) => lostKwh),
  ];
}

interface Mean {
  atMs: number;
  line: VoltageLine;
  volts: number;
  limitV: number;
}

function meansAbove(days: readonly VoltageDay[]): Mean[] {
  return days.flatMap(({ fromMs, stepS, lines }) =>
    lines
      .flatMap(({ line, volts, nominalV }) => {
        const limitV = limitOf(nominalV);
        return [...volts].flatMap((value, slot) =>
          value > limitV ? [{ atMs: fromMs + slot * stepS * 1000, line, volts: value, limitV }] : [],
        );
      })
      .toSorted((one, other) => one.atMs - other.atMs),
  );
}

function meanColumns({ timezone }: Evidence, language: LanguageCode): Column<Mean>[] {
  const translate = wordsIn(language);
  return [
    textColumn(translate('begins'), 3, ({ atMs }) => clockIn(new Date(atMs), timezone, language)),
    textColumn(translate('line'), 2, ({ line }) => lineText(line, language)),
    numberColumn(language, translate('mean'), 'V', 1, ({ volts }) => volts),
    numberColumn(language, translate('limitHead'), 'V', 1, ({ limitV }) => limitV),
    numberColumn(language, translate('by'), 'V', 1, ({ volts, limitV }) => volts - limitV),
  ];
}

const CHART = { height: 110, axis: 40 };
/** Maximum points that are distinguishable in print. */
const MAX_POINTS = 440;

/** Draws the highest mean of each interval per line, in percent of its nominal voltage, and the limit as a line. */
function writeMeans(
  layout: PdfLayout,
  { limitPercent, lines }: Evidence,
  days: readonly VoltageDay[],
  top: number,
): number {
  const { pdf, language } = layout;
  const translate = wordsIn(language);
  const slots = days.reduce((sum, { above }) => sum + above.length, 0);
  const slotsPerPoint = Math.ceil(slots / MAX_POINTS);
  const series = lines.map(({ line }) => ({ line, points: highestOf(line, days, slotsPerPoint) }));
  const all = series.flatMap(({ points }) => points).filter((value) => !Number.isNaN(value));
  const end = Math.ceil(Math.max(limitPercent + 1, ...all));
  const begin = Math.floor(Math.min(98, ...all));
  const left = LEFT_MARGIN + CHART.axis;
  const bottom = top + 16 + CHART.height;
  const yOf = (percent: number): number => bottom - ((percent - begin) / (end - begin)) * CHART.height;
  pdf.text(translate('chart'), LEFT_MARGIN, top - 1, { size: 7.5, color: INK.muted, width: WIDTH / 2, lines: 1 });
  const step = Math.max(1, Math.ceil((end - begin) / 6));
  for (let percent = begin; percent <= end; percent += step) {
    pdf.line(left, yOf(percent), RIGHT, yOf(percent), INK.border, percent === begin ? undefined : 1.5);
    const label = { size: 7, color: INK.muted, width: CHART.axis - 6, align: 'right' } as const;
    pdf.text(percentText(percent / 100, 0, language), LEFT_MARGIN, yOf(percent) - 5, label);
  }
  for (const [place, { line, points }] of series.entries()) {
    const color = INK.lines[place % INK.lines.length]!;
    const width = (RIGHT - left) / Math.ceil(slots / slotsPerPoint);
    for (const [at, percent] of points.entries())
      if (!Number.isNaN(percent)) pdf.box(left + at * width, yOf(percent) - 0.8, Math.max(1.2, width), 1.6, color, 0.8);
    pdf.box(left + WIDTH / 2 + place * 46, top + 3, 7, 3, color);
    pdf.text(lineText(line, language), left + WIDTH / 2 + 10 + place * 46, top - 1, { size: 7.5, color: INK.muted });
  }
  pdf.line(left, yOf(limitPercent), RIGHT, yOf(limitPercent), INK.fault);
  const slot = (RIGHT - left) / days.length;
  const every = Math.ceil(days.length / 10);
  for (const [place, { day }] of days.entries())
    if (place % every === 0)
      pdf.text(dayText(day, language), left + place * slot, bottom + 3, {
        size: 7,
        color: INK.muted,
        width: 90,
        lines: 1,
      });
  return bottom + 14;
}

/** Returns the highest mean of each interval in percent of the line's nominal voltage; NaN without a value. */
function highestOf(line: VoltageLine, days: readonly VoltageDay[], slotsPerPoint: number): number[] {
  const percents = days.flatMap(({ above, lines }) => {
    const measured = lines.find((one) => one.line === line);
    return Array.from(above, (_, slot) => (measured ? (100 * measured.volts[slot]!) / measured.nominalV : Number.NaN));
  });
  return Array.from({ length: Math.ceil(percents.length / slotsPerPoint) }, (_, place) =>
    percents
      .slice(place * slotsPerPoint, (place + 1) * slotsPerPoint)
      .reduce((max, value) => (value > max || Number.isNaN(max) ? value : max), Number.NaN),
  );
}
