// Exports of a device's samples: formats, days, quantities, and states of background exports.
import { z } from 'zod';
import { QUANTITIES, type QuantityName } from '../measurements.ts';
import { day, daysOfDevice, iso } from './parts.ts';

/** Content types. */
export const HISTORY_FORMATS = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type HistoryFormat = keyof typeof HISTORY_FORMATS;

const QUANTITY_NAMES = Object.keys(QUANTITIES) as [QuantityName, ...QuantityName[]];
export const quantityName = z.enum(QUANTITY_NAMES);

const historyFormat = z.enum(Object.keys(HISTORY_FORMATS) as [HistoryFormat, ...HistoryFormat[]]);

/** Format and columns of a file. */
export const historyFileChoice = {
  format: historyFormat.default('csv'),
  /** Names of `device/history/columns` or `site/history/columns`; omitted or empty: all quantities that the devices report. */
  quantities: z.array(quantityName).max(QUANTITY_NAMES.length).default([]),
};

/** Contents of a file of one device. */
export const historyFileRequest = z.object({ ...daysOfDevice, ...historyFileChoice });

export const historyColumn = z.object({ name: quantityName, title: z.string(), unit: z.string() });

/** States; expired and removed exports are deleted. */
const HISTORY_FILE_STATES = ['waiting', 'running', 'ready', 'failed'] as const;
/** `tooLarge`: the file itself; `yoursFull`: all files of its user; `noRoom`: all files of all users, or the disk; `fault`: of the server, logged. */
const HISTORY_FILE_FAILURES = ['tooLarge', 'yoursFull', 'noRoom', 'fault'] as const;
export type HistoryFileFailure = (typeof HISTORY_FILE_FAILURES)[number];

export const historyFile = z.object({
  id: z.string(),
  sid: z.string(),
  siteName: z.string(),
  /** Null: all devices of the plant. */
  sn: z.string().nullable(),
  /** Name of the device; "" for none, and for all devices. */
  alias: z.string(),
  /** Chosen devices of a plant; empty: all, or the one of `sn`. */
  sns: z.array(z.string()),
  /** Number of devices in the file. */
  deviceCount: z.number().int(),
  start: day,
  end: day,
  format: historyFormat,
  /** Empty: all. */
  quantities: z.array(quantityName),
  /** File name. */
  name: z.string(),
  state: z.enum(HISTORY_FILE_STATES),
  /** Finished days of the range, and all; for all devices of a plant: the sums over its devices. */
  doneDays: z.number().int(),
  days: z.number().int(),
  bytes: z.number().int(),
  /** Reason of a failure, and its text; null and "" otherwise. */
  failure: z.enum(HISTORY_FILE_FAILURES).nullable(),
  failureText: z.string(),
  askedBy: z.string(),
  askedIso: iso,
  /** When it became ready. */
  readyIso: iso,
  /** When its download expires; null while it is not ready. */
  untilIso: iso,
});
