// device/voltage/download: evidence of the grid voltage measured by a device as PDF, or its ten-minute means as CSV, streamed day by day.
import { CSV_BOM, csvLine } from '@heliograph/contract/csv.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { VOLTAGE_FORMATS, VOLTAGE_LINES } from '@heliograph/contract/gridVoltage.ts';
import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { brandOfCompany } from '../../../brands/brands.ts';
import { assertHasBegun } from '../../../energy/charts/chartPeriods.ts';
import { type VoltageDay, voltageDays } from '../../../energy/voltage/gridVoltage.ts';
import { limitOf } from '../../../energy/voltage/rules/gridVoltage.ts';
import { daysBetween, eachDay, localDay } from '../../../platform/calendar/rules/localDays.ts';
import { isoAt } from '../../../platform/calendar/times.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';
import type { Messages } from '../../../platform/texts/messages.ts';
import { messageText } from '../../../platform/texts/translate.ts';
import { requireDays, voltageEvidence } from '../../../reports/voltageEvidence.ts';
import { voltagePdf } from '../../../reports/voltagePdf.ts';

export const deviceVoltageDownload: Handler<'device/voltage/download'> = async (request, caller) => {
  const { context, session, at, language } = caller;
  const { start, end = start, nominal, format } = request;
  requireDays(start, end);
  const { sid, sn, timezone } = await caller.read((sql) => accessibleDevice({ sql, session, at }, request));
  assertHasBegun(start, localDay(at.getTime(), timezone));
  await countAttempt(context, 'downloads', session.userId, daysBetween(start, end) + 1);
  // Access is checked each time: a share may end during a download.
  const readDevice = (sql: Transaction) => accessibleDevice({ sql, session, at }, { sid, sn });
  const file = {
    name: `${sn}_voltage_${start}${end === start ? '' : `_${end}`}.${format}`,
    type: VOLTAGE_FORMATS[format],
  };
  if (format === 'pdf') {
    const evidence = await caller.read(async (sql) =>
      voltageEvidence(sql, await readDevice(sql), { start, end, nominal, at }),
    );
    const brand = await caller.read((sql) => brandOfCompany(sql, context.config, session.companyId));
    const bytes = await voltagePdf(evidence, {
      language: request.language ?? language,
      brand,
      madeOn: localDay(at.getTime(), timezone),
    });
    return { ...file, content: singleChunk(bytes) };
  }
  const readDay = (day: string) =>
    caller.read(
      async (sql) => (await voltageDays(sql, await readDevice(sql), { start: day, end: day, nominal, at })).days[0]!,
    );
  return { ...file, content: content() };

  async function* content() {
    yield `${CSV_BOM}${headOf(timezone, language)}\r\n`;
    for (const day of eachDay(start, end)) yield linesOf(await readDay(day), timezone);
  }
};

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns " L1" or " L1–L2"; empty for a voltage without a phase. */
const phaseOf = (line: (typeof VOLTAGE_LINES)[number]): string =>
  line === 'grid' ? '' : ` ${[...line.slice(1)].map((n) => `L${n}`).join('–')}`;

function headOf(zone: string, language: LanguageCode): string {
  const word = (key: keyof Messages['voltage']) => messageText(language, `voltage.${key}`);
  return csvLine([
    messageText(language, 'history.time'),
    messageText(language, 'history.localTime', { zone }),
    ...VOLTAGE_LINES.flatMap((line) => {
      const title = `${word('mean')}${phaseOf(line)}`;
      return [`${title} (V)`, `${title}: ${word('limit')} (V)`];
    }),
    ...(['above', 'tooHigh', 'power', 'expected'] as const).map(word),
  ]);
}

function linesOf({ fromMs, stepS, lines, above, saidTooHigh, powerW, expectedW }: VoltageDay, zone: string): string {
  const number = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : Math.round(value * 100) / 100;
  const rows: string[] = [];
  for (let slot = 0; slot < above.length; slot++) {
    const measured = VOLTAGE_LINES.map((line) => lines.find((one) => one.line === line));
    const volts = measured.map((line) => number(line?.volts[slot]));
    const watts = number(powerW?.[slot]);
    if (watts === null && volts.every((value) => value === null)) continue;
    const iso = isoAt(fromMs + slot * stepS * 1000, zone);
    rows.push(
      csvLine([
        iso,
        iso.slice(0, 19).replace('T', ' '),
        ...measured.flatMap((line, n) => [volts[n]!, line ? number(limitOf(line.nominalV)) : null]),
        above[slot]!,
        saidTooHigh[slot]!,
        watts,
        number(expectedW[slot]),
      ]),
    );
  }
  return rows.map((row) => `${row}\r\n`).join('');
}
