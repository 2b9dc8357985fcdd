// A device's samples as a file: in which formats, of which days and quantities, and what becomes of one that is being made.
import { z } from 'zod';
import { QUANTITIES, type QuantityName } from '../measurements.ts';
import { day, daysOfDevice, iso } from './parts.ts';

/** The content type of each. */
export const HISTORY_FORMATS = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type HistoryFormat = keyof typeof HISTORY_FORMATS;

const QUANTITY_NAMES = Object.keys(QUANTITIES) as [QuantityName, ...QuantityName[]];
export const quantityName = z.enum(QUANTITY_NAMES);

const historyFormat = z.enum(Object.keys(HISTORY_FORMATS) as [HistoryFormat, ...HistoryFormat[]]);

/** What a file is made of. */
export const historyFileRequest = z.object({
  ...daysOfDevice,
  format: historyFormat.default('csv'),
  /** By their names in `device/history/columns`; all that the device tells when left out or empty. */
  quantities: z.array(quantityName).max(QUANTITY_NAMES.length).default([]),
});

/** `failed` says why; what is over or was removed is not there any more. */
const HISTORY_FILE_STATES = ['waiting', 'running', 'ready', 'failed'] as const;
/** `tooLarge`: this file; `yoursFull`: with all that its reader keeps; `noRoom`: with those of all readers, or the disk; `fault`: of the server, logged. */
const HISTORY_FILE_FAILURES = ['tooLarge', 'yoursFull', 'noRoom', 'fault'] as const;
export type HistoryFileFailure = (typeof HISTORY_FILE_FAILURES)[number];

export const historyFile = z.object({
  id: z.string(),
  sid: z.string(),
  siteName: z.string(),
  sn: z.string(),
  /** What the device is called; "" for nothing. */
  alias: z.string(),
  start: day,
  end: day,
  format: historyFormat,
  /** Empty: all. */
  quantities: z.array(quantityName),
  /** As it will be named. */
  name: z.string(),
  state: z.enum(HISTORY_FILE_STATES),
  /** Of the range's days; all of them when it is ready. */
  doneDays: z.number().int(),
  days: z.number().int(),
  bytes: z.number().int(),
  /** Why it failed, and the same in words; null and "" otherwise. */
  failure: z.enum(HISTORY_FILE_FAILURES).nullable(),
  failureText: z.string(),
  askedBy: z.string(),
  askedIso: iso,
  /** When it was ready. */
  readyIso: iso,
  /** Until then it can be fetched; null while it is being made. */
  untilIso: iso,
});
