// Problems of a report in one language: the same columns for PDF and workbook, and the line of a mail.
import type { PlantReport, ReportProblem } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { withCode } from '@heliograph/contract/events.ts';
import { currencyDigits } from '@heliograph/contract/money.ts';
import { dayText } from '../platform/texts/localText.ts';
import { type Column, numberColumn, type PresentedFigure, type ReaderRights, translatorFor } from './reportTexts.ts';

/** `currency`: "" if those of several plants are mixed. */
export function problemColumns(
  currency: string,
  language: LanguageCode,
  rights: ReaderRights,
): Column<ReportProblem>[] {
  const translate = translatorFor(language);
  const nameColumn = (label: string, of: (problem: ReportProblem) => string, part: number): Column<ReportProblem> => ({
    label,
    unit: '',
    part,
    value: of,
    text: of,
    isName: true,
  });
  const dayColumn = (label: string, of: (problem: ReportProblem) => string | null): Column<ReportProblem> => ({
    label,
    unit: '',
    part: 1.2,
    isDay: true,
    value: of,
    text: (problem) => {
      const day = of(problem);
      return day === null ? translate('stillOpen') : dayText(day, language);
    },
  });
  return [
    nameColumn(translate('problem'), ({ title, code }) => withCode(title, code), 3.4),
    nameColumn(translate('device'), (problem) => subjectOf(problem, language), 1.5),
    dayColumn(translate('first'), ({ from }) => from),
    dayColumn(translate('last'), ({ until }) => until),
    numberColumn(language, { label: translate('days'), unit: '', of: ({ days }) => days, digits: 0, part: 0.6 }),
    numberColumn(language, { label: translate('times'), unit: '', of: ({ times }) => times, digits: 0, part: 0.6 }),
    numberColumn(language, { label: translate('lost'), unit: 'kWh', of: ({ lostKwh }) => lostKwh, digits: 2 }),
    ...(rights.money
      ? [
          numberColumn<ReportProblem>(language, {
            label: translate('lostMoney'),
            unit: currency,
            digits: currencyDigits(currency),
            isMoney: true,
            of: ({ lostMoney }) => (lostMoney === '' ? null : Number(lostMoney)),
          }),
        ]
      : []),
  ];
}

/** Returns a device by its name, "4 devices", "2 modules", or the plant. */
function subjectOf({ sn, alias, devices, modules }: ReportProblem, language: LanguageCode): string {
  const translate = translatorFor(language);
  if (modules > 1) return translate('ofModules', { count: modules });
  if (devices > 1) return translate('ofDevicesOnly', { count: devices });
  return alias || sn || translate('wholePlant');
}

/** Returns the number of open problems with the worst of them; nothing if there is none. */
export function openProblemsLine({ problems }: PlantReport, language: LanguageCode): PresentedFigure[] {
  const open = (problems ?? []).filter(({ until }) => until === null);
  const [worst] = open;
  if (!worst) return [];
  const translate = translatorFor(language);
  return [
    {
      label: translate('openProblems'),
      text: String(open.length),
      note: translate('worst', { title: withCode(worst.title, worst.code) }),
    },
  ];
}
