// In-memory services of a process, created once for each context.

import type { Parts } from './context.ts';
import { openClearDayMemory } from './energy/expected/clearDays.ts';
import { openStates } from './ingest/deviceStateCache.ts';
import { openNudges } from './ingest/notifySites.ts';
import { openRegistry } from './ingest/serialRegistry.ts';
import { createDeliverySlots } from './notifications/deliverySlots.ts';
import type { Sql } from './platform/database/connect.ts';
import { createDatabaseHealth, type DatabaseHealth } from './platform/database/databaseHealth.ts';
import { createCallQueues } from './platform/limits/callQueues.ts';
import { createLeasedSlots } from './platform/limits/leasedSlots.ts';
import { createSessionBudget } from './platform/limits/sessionBudget.ts';
import { textsOfDomain } from './platform/outbound/dnsTxt.ts';
import { createPartHealth } from './platform/partHealth.ts';
import { openForecasts } from './weather/forecasts.ts';

/** Concurrent downloads: a process has ten connections, and slow clients occupy a slot for a minute or two. */
const DOWNLOADS = { perKey: 3, total: 6, leaseMs: 600_000 };
/** Concurrent firmware downloads: one for each gateway, two while an earlier attempt times out. Each holds 0.5 MB, and no connection between two chunks. */
const FIRMWARE_DOWNLOADS = { perKey: 2, total: 50, leaseMs: 600_000 };
/** Concurrent text extractions: each is a separate process that uses one core and some hundred MB. */
const DOCUMENT_READS = { perKey: 1, total: 2, leaseMs: 120_000 };

/** `counting`: a separate pool in processes that serve calls, else the same pool. */
export function createServices(sql: Sql, trouble: DatabaseHealth = createDatabaseHealth(), counting: Sql = sql): Parts {
  const deviceStates = openStates();
  return {
    databaseHealth: trouble,
    partHealth: createPartHealth(),
    deviceStates,
    registry: openRegistry(sql, deviceStates),
    nudges: openNudges(sql),
    downloads: createLeasedSlots(DOWNLOADS),
    firmwareDownloads: createLeasedSlots(FIRMWARE_DOWNLOADS),
    documentReads: createLeasedSlots(DOCUMENT_READS),
    deliverySlots: createDeliverySlots(),
    forecasts: openForecasts(),
    ...createCallQueues(),
    sessionBudget: createSessionBudget(),
    clearDays: openClearDayMemory(),
    counting,
    readDnsTxt: textsOfDomain,
  };
}
