// site/history/files/ask
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { historyFileChoice } from '../../../../entities/historyFiles.ts';
import { day, sid, sn } from '../../../../entities/parts.ts';
import { MAX_FILE_DEVICE_DAYS } from '../../../../limits.ts';

export const siteHistoryFilesAsk = call({
  summary:
    'Requests one file of the samples of all or some devices of a plant, as CSV, XLSX or Parquet: one row for each device and time, sorted by serial number and time. Its devices times its days are at most 10,000; devices removed since the first day are included. It is created in the background; device/history/files lists, device/history/files/fetch downloads and device/history/files/remove removes it.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid,
    start: day,
    /** Inclusive; default: `start`. */
    end: day.optional(),
    /** Serial numbers of `site/history/columns`; omitted or empty: all devices. */
    sns: z.array(sn).max(MAX_FILE_DEVICE_DAYS).default([]),
    ...historyFileChoice,
  }),
  response: z.object({
    /** ID of this file. */
    id: z.string(),
  }),
  errors: [
    'siteNotFound',
    'deviceNotFound',
    'timeReversed',
    'rangeTooLong',
    'tooManyDeviceDays',
    'notYet',
    'tooManyRequests',
    'tooManyFiles',
    'filesFull',
    'busy',
  ],
  transaction: 'change',
});
