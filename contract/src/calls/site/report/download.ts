// site/report/download
import { z } from 'zod';
import { call } from '../../../call.ts';
import { siteListFilters } from '../../../entities/page.ts';
import { day, sid } from '../../../entities/parts.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../entities/plantReport.ts';
import { fileAnswer } from '../../../files.ts';

export const siteReportDownload = call({
  summary:
    'The report of a plant, or of up to 50 that are filtered as in the list, as PDF or XLSX in the language of the caller; a plant begins a page.',
  access: { anyOf: ['PvPlant'] },
  cost: 'expensive',
  request: z.object({
    /** One plant; if omitted, those matching the filters, by name. */
    sid: sid.optional(),
    filters: siteListFilters.prefault({}),
    from: day,
    /** Included. */
    to: day,
    format: z.enum(Object.keys(REPORT_FORMATS) as [ReportFormat, ...ReportFormat[]]).default('pdf'),
  }),
  response: fileAnswer(Object.values(REPORT_FORMATS)),
  answers: 'file',
  errors: ['siteNotFound', 'rangeTooLong', 'timeReversed', 'notYet', 'tooManyPlants', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
  timeoutMs: 180_000,
});
