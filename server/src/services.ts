// What a process keeps beside its database: opened once for a context, and apart for each context of a test.

import type { Parts } from './context.ts';
import { openClearDayMemory } from './energy/expected/clearDays.ts';
import { openStates } from './ingest/deviceStateCache.ts';
import { openNudges } from './ingest/notifySites.ts';
import { openRegistry } from './ingest/serialRegistry.ts';
import type { Sql } from './platform/database/connect.ts';
import { createDatabaseHealth, type DatabaseHealth } from './platform/database/databaseHealth.ts';
import { createLeasedSlots } from './platform/limits/leasedSlots.ts';
import { createPerUserReadLimit } from './platform/limits/perUserReadLimit.ts';
import { createSessionBudget } from './platform/limits/sessionBudget.ts';
import { textsOfDomain } from './platform/outbound/dnsTxt.ts';
import { openForecasts } from './weather/forecasts.ts';

/** Of the ten connections of a process, and slow clients hold a place for a minute or two. */
const DOWNLOADS = { perKey: 3, total: 6, leaseMs: 600_000 };
/** Of devices, one for each gateway or two while an older try is dying: each holds half a megabyte, and no connection between two pieces. */
const FIRMWARE_DOWNLOADS = { perKey: 2, total: 50, leaseMs: 600_000 };
/** Each is a process of its own on a core, with some hundred MB. */
const DOCUMENT_READS = { perKey: 1, total: 2, leaseMs: 120_000 };

/** `counting`: a pool of its own where calls are served, else the same. */
export function createServices(sql: Sql, trouble: DatabaseHealth = createDatabaseHealth(), counting: Sql = sql): Parts {
  const deviceStates = openStates();
  return {
    trouble,
    deviceStates,
    registry: openRegistry(sql, deviceStates),
    nudges: openNudges(sql),
    downloads: createLeasedSlots(DOWNLOADS),
    firmwareDownloads: createLeasedSlots(FIRMWARE_DOWNLOADS),
    documentReads: createLeasedSlots(DOCUMENT_READS),
    forecasts: openForecasts(),
    perUserReads: createPerUserReadLimit(),
    sessionBudget: createSessionBudget(),
    clearDays: openClearDayMemory(),
    counting,
    textsOfDomain,
  };
}
