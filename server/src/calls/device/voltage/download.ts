// device/voltage/download: the ten-minute means of a device's grid voltage as CSV, a day at a time.
import { CSV_MARK, csvLine } from '@heliograph/contract/csv.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MOST_VOLTAGE_DAYS, VOLTAGE_LINES } from '@heliograph/contract/gridVoltage.ts';
import { type VoltageDay, voltageDays } from '../../../figures/gridVoltage.ts';
import type { Handler } from '../../../handler.ts';
import { countTry } from '../../../limits.ts';
import type { Messages } from '../../../messages/messages.ts';
import { messageText } from '../../../messages/messageText.ts';
import { limitOf } from '../../../rules/gridVoltage.ts';
import { daysBetween, eachDay } from '../../../rules/localDays.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';
import { isoAt } from '../../../wire/times.ts';

export const deviceVoltageDownload: Handler<'device/voltage/download'> = async (request, caller) => {
  const { context, session, at, language } = caller;
  const { start, end = start, nominal } = request;
  if (end < start) throw new Refusal('timeReversed');
  const days = daysBetween(start, end) + 1;
  if (days > MOST_VOLTAGE_DAYS) throw new Refusal('rangeTooLong', { days: MOST_VOLTAGE_DAYS });
  const { sid, sn, timezone } = await caller.read((sql) => visibleDevice({ sql, session, at }, request));
  await countTry(context, 'downloads', session.userId, days);
  const read = (day: string) =>
    caller.read(async (sql) => {
      // As it is to be seen now: a share may end while somebody downloads.
      const device = await visibleDevice({ sql, session, at }, { sid, sn });
      return (await voltageDays(sql, device, { start: day, end: day, nominal, at })).days[0]!;
    });
  return {
    name: `${sn}_voltage_${start}${end === start ? '' : `_${end}`}.csv`,
    type: 'text/csv; charset=utf-8',
    content: content(),
  };

  async function* content() {
    yield `${CSV_MARK}${headOf(timezone, language)}\r\n`;
    for (const day of eachDay(start, end)) yield linesOf(await read(day), timezone);
  }
};

/** L1, or L1–L2; nothing behind the voltage of which no phase is said. */
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
    const told = VOLTAGE_LINES.map((line) => lines.find((one) => one.line === line));
    const volts = told.map((line) => number(line?.volts[slot]));
    const watts = number(powerW?.[slot]);
    if (watts === null && volts.every((value) => value === null)) continue;
    const iso = isoAt(fromMs + slot * stepS * 1000, zone);
    rows.push(
      csvLine([
        iso,
        iso.slice(0, 19).replace('T', ' '),
        ...told.flatMap((line, n) => [volts[n]!, line ? number(limitOf(line.nominalV)) : null]),
        above[slot]!,
        saidTooHigh[slot]!,
        watts,
        number(expectedW[slot]),
      ]),
    );
  }
  return rows.map((row) => `${row}\r\n`).join('');
}
