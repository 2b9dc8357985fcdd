// Reports of plants as one file: PDF for reading, XLSX for calculations.
import type { PlantReport, ReportFormat } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import type { Period } from '../platform/calendar/timeBuckets.ts';
import { asFileName } from '../platform/files/fileNames.ts';
import type { EmailBrand } from '../platform/mail/emailTemplate.ts';
import { reportPdf } from './reportPdf.ts';
import { reportSheets } from './reportSheets.ts';
import { type ReaderRights, translatorFor } from './reportTexts.ts';

interface Reader {
  language: LanguageCode;
  brand: EmailBrand;
  at: Date;
  rights: ReaderRights;
}

/** Renders reports of at least one plant. */
export async function reportFile(
  reports: readonly PlantReport[],
  { from, to, format }: Period & { format: ReportFormat },
  { language, brand, at, rights }: Reader,
): Promise<{ name: string; content: AsyncIterable<Uint8Array> }> {
  const [first] = reports;
  const madeOn = localDay(at.getTime(), first!.timezone);
  return {
    name: nameOf(reports.length === 1 ? first!.siteName : translatorFor(language)('titles'), { from, to }, format),
    content:
      format === 'pdf'
        ? oneChunk(await reportPdf(reports, { language, brand, madeOn, rights }))
        : reportSheets(reports, { language, rights }),
  };
}

const nameOf = (title: string, { from, to }: Period, format: ReportFormat): string =>
  `${asFileName(title)} ${from === to ? from : `${from} ${to}`}.${format}`;

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
