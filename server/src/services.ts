// What a process keeps beside its database: opened once for a context, and apart for each context of a test.

import type { Parts } from './context.ts';
import { openClearDayMemory } from './energy/expected/clearDays.ts';
import { openStates } from './ingest/deviceStateCache.ts';
import { openNudges } from './ingest/notifySites.ts';
import { openRegistry } from './ingest/serialRegistry.ts';
import type { Sql } from './platform/database/connect.ts';
import { openTroubleWatch, type TroubleWatch } from './platform/database/databaseHealth.ts';
import { openAtOnce } from './platform/limits/concurrencyLimit.ts';
import { openReadTurns } from './platform/limits/perUserReads.ts';
import { openSessionBudget } from './platform/limits/sessionBudget.ts';
import { textsOfDomain } from './platform/outbound/dnsTxt.ts';
import { openForecasts } from './weather/forecasts.ts';

/** Of the ten connections of a process, and slow clients hold a place for a minute or two. */
const DOWNLOADS = { each: 3, all: 6, endMs: 600_000 };
/** Of devices, one for each gateway or two while an older try is dying: each holds half a megabyte, and no connection between two pieces. */
const FIRMWARE_DOWNLOADS = { each: 2, all: 50, endMs: 600_000 };
/** Each is a process of its own on a core, with some hundred MB. */
const DOCUMENT_READS = { each: 1, all: 2, endMs: 120_000 };

/** `counting`: a pool of its own where calls are served, else the same. */
export function openParts(sql: Sql, trouble: TroubleWatch = openTroubleWatch(), counting: Sql = sql): Parts {
  const deviceStates = openStates();
  return {
    trouble,
    deviceStates,
    registry: openRegistry(sql, deviceStates),
    nudges: openNudges(sql),
    downloads: openAtOnce(DOWNLOADS),
    firmwareDownloads: openAtOnce(FIRMWARE_DOWNLOADS),
    documentReads: openAtOnce(DOCUMENT_READS),
    forecasts: openForecasts(),
    readTurns: openReadTurns(),
    sessionBudget: openSessionBudget(),
    clearDays: openClearDayMemory(),
    counting,
    textsOfDomain,
  };
}
