// operation/state
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso } from '../../entities/parts.ts';

export const operationState = call({
  summary: 'What an operator watches: the newest backup, the growth of the database, its disk and its largest tables.',
  access: { anyOf: ['Operation'] },
  request: z.object({}),
  response: z.object({
    version: z.string(),
    /** Version of PostgreSQL. */
    database: z.string(),
    backup: z.object({
      /** `notWatched`: no server has BACKUP_DIR. `notChecked`: the first check is due within an hour. `missing`: the folder has none. `damaged`: it cannot be restored. `old`: made more than two days ago. `archived`: PostgreSQL archives its log, and no folder is watched. `archiveFails`: the newest piece of the log was not archived. */
      state: z.enum(['notWatched', 'notChecked', 'missing', 'damaged', 'old', 'ok', 'archived', 'archiveFails']),
      /** Of the newest backup, or of the newest archived piece of the log. */
      madeIso: iso,
      /** When every file of it was read last. */
      checkedIso: iso,
      /** 0: unknown. */
      bytes: z.number(),
    }),
    disk: z.object({
      databaseBytes: z.number(),
      /** Null: the database is on another machine. */
      freeBytes: z.number().nullable(),
      /** Mean of the last month, negative when it shrinks; null before a week is known. */
      growthBytesPerDay: z.number().nullable(),
      /** Null: unknown, or the database does not grow. */
      daysLeft: z.number().int().nullable(),
    }),
    /** Days of samples that were found to be damaged. */
    damagedDays: z.number().int(),
    /** The ten largest, largest first. `rows` is an estimate of the database; null before its first one. */
    tables: z.array(z.object({ table: z.string(), rows: z.number().nullable(), bytes: z.number() })),
  }),
  errors: ['forbidden'],
});
