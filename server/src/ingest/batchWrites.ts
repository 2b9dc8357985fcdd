// The writes of one batch of samples, gathered so that each table is written once, in one round trip.

import { type DayChange, type DeviceDay, updateDays, writeDays } from '../energy/days/deviceDays.ts';
import { maybeMetered, writeMeteredDays } from '../energy/days/meteredDays.ts';
import { lockSites, restate, type SiteChange, writeSiteDays, writeSiteLive } from '../energy/days/siteTotals.ts';
import { type DeviceFlow, type FlowChange, writeFlows } from '../energy/flows/deviceFlowDays.ts';
import { type FlowKey, writeFlowSpans } from '../energy/flows/flowSpans.ts';
import { writeSiteFlows } from '../energy/flows/siteFlows.ts';
import { writeDayPrices } from '../energy/money/dayPrices.ts';
import { type LiveRow, updateUnchangedLive } from '../live/liveRows.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { useGenericPlans } from '../platform/database/genericPlans.ts';
import { insertSamples, type Sample } from '../samples/samples.ts';
import { type Closing, type StoredEvent, writeEvents } from './deviceEvents.ts';

export interface Writing {
  samples: Sample[];
  /** Day rows that exist already. */
  known: DeviceDay[];
  /** Day rows that may not exist yet. */
  rows: DeviceDay[];
  days: DayChange[];
  flows: DeviceFlow[];
  flowChanges: FlowChange[];
  flowsBegun: FlowKey[];
  live: LiveRow[];
  opened: StoredEvent[];
  closed: Closing[];
  sites: Map<string, SiteChange>;
}

/** Returns a batch that writes nothing yet. */
export const emptyWrites = (): Writing => ({
  samples: [],
  known: [],
  rows: [],
  days: [],
  flows: [],
  flowChanges: [],
  flowsBegun: [],
  live: [],
  opened: [],
  closed: [],
  sites: new Map(),
});

/** Thrown when another process has changed one of these devices first: nothing of the batch may be committed. */
export class VersionConflict extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('another process has changed a device of this batch');
    this.sns = sns;
  }
}

/** Days whose price depends on the hour. */
const daysByHour = ({ days, flowChanges }: Writing): { sid: string; day: Day }[] =>
  [...days, ...flowChanges].filter(({ before, after }) => before?.hours || after?.hours);

/**
 * Sends all statements at once; they run one after the other, in one round trip. Each of these functions must send its
 * statement before it returns (`execute`), or the order would be lost. `stored`: samples stored for the same instants.
 */
export async function write(
  tx: Transaction,
  writing: Writing,
  nowMs: number,
  stored: 'replaced' | 'none' = 'replaced',
): Promise<void> {
  const sites = [...writing.sites.values()];
  useGenericPlans(tx);
  const [liveRows, dayRows] = await Promise.all([
    updateUnchangedLive(tx, writing.live),
    updateDays(tx, writing.known),
    insertSamples(tx, writing.samples, stored),
    writeDays(tx, writing.rows),
    writeFlows(tx, writing.flows),
    ...writeFlowSpans(tx, writing.flowsBegun),
    ...writeEvents(tx, writing.opened, writing.closed),
    lockSites(
      tx,
      sites.map(({ sid }) => sid),
    ),
    ...writeSiteDays(tx, writing.days),
    ...writeSiteFlows(tx, writing.flowChanges),
    ...writeMeteredDays(tx, maybeMetered(writing.days, writing.flowChanges)),
    writeDayPrices(tx, daysByHour(writing)),
    ...writeSiteLive(tx, sites, new Date(nowMs)),
    restate(
      tx,
      sites.filter(({ restated }) => restated).map(({ sid }) => sid),
      new Date(nowMs),
    ),
  ]);
  if (liveRows !== writing.live.length || dayRows !== writing.known.length)
    throw new VersionConflict(writing.live.map(({ sn }) => sn));
}
