// What a report becomes: its rows as readings through the one door of telemetry, and what of them was refused, counted with the gateway.
import type { Context } from '../../context.ts';
import { readingOfReport } from '../../families/families.ts';
import type { Reading } from '../../families/family.ts';
import { readingOfRow } from '../../families/rows.ts';
import { openCollector } from '../../ingest/batchCollector.ts';
import { sourceOf } from '../../ingest/sources/networkOf.ts';
import type { Sources } from '../../ingest/sources/sourceQuota.ts';
import type { Keeper } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { mqttRows } from '../../platform/metrics.ts';
import type { Guest } from './deviceSession.ts';
import { type RowRefusal, rowsOf } from './messages.ts';
import type { Taken } from './mqttHandler.ts';
import { countRefused, type Presence } from './presence.ts';

/** How long rows wait for their turn before the device is let go. */
const PATIENCE_MS = 20_000;
const TURN_MS = 200;

interface Parts {
  presence: Presence;
  sources: Sources;
  keeper: Keeper;
  /** Counts a message of this guest that is none. */
  malformed(guest: Guest): Taken;
}

export interface RowDoor {
  /** `report`: as the protocol has it, of one guest. */
  take(guest: Guest, report: unknown): Promise<Taken>;
  /** That these gateways are there, whose devices may all sleep. */
  present(guests: readonly Guest[]): Promise<void>;
  close(): Promise<void>;
}

export function openRowDoor(context: Context, { presence, sources, keeper, malformed }: Parts): RowDoor {
  const { clock, registry } = context;
  const collector = openCollector(context);

  function take(guest: Guest, report: unknown): Promise<Taken> {
    const at = clock.now();
    const read = readingsOf(guest, report, at);
    return read ? store(guest, read, at) : Promise.resolve(malformed(guest));
  }

  async function store(guest: Guest, read: NonNullable<ReturnType<typeof readingsOf>>, at: Date): Promise<Taken> {
    const { readings, ignored } = read;
    const { sn: gateway, sid } = guest;
    await keeper.room();
    const outcomes = await collected(guest, readings);
    if (!outcomes) return 'again';
    const refused: { sn: string; reason: RowRefusal }[] = [...read.refused];
    const counts = new Map<string, number>();
    for (let n = 0; n < outcomes.length; n++) {
      const { kind } = outcomes[n]!;
      if (kind === 'unknown' || kind === 'restricted') keeper.kept();
      if (kind === 'otherPlant' || kind === 'restricted') refused.push({ sn: readings[n]!.sn, reason: kind });
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    for (const [outcome, count] of counts) mqttRows.inc({ outcome }, count);
    for (const { sn, reason } of refused) countRefused(guest, sn, reason, at);
    for (const { reason } of read.refused) mqttRows.inc({ outcome: reason });
    // Two that have one number and its password take each other's place for ever.
    const device = guest.address === '' ? undefined : registry.kept(gateway);
    if (device && device.sid === sid) sources.heard(device, sourceOf(guest.address), at.getTime());
    guest.ignoredValues += ignored;
    if (guest.isKnown && (refused.length > 0 || ignored > 0)) presence.changed(guest);
    return 'taken';
  }

  /** By itself: what waits for a commit keeps readings, not the report's own words as well. */
  function readingsOf(guest: Guest, report: unknown, at: Date) {
    const read = rowsOf(report, at.getTime());
    if (!read) return undefined;
    const plant = guest.sid ?? '';
    let ignored = 0;
    const readings: Reading[] = read.rows.map((row) => {
      const { reading, unknown, rejected } = readingOfReport(guest.sn, guest.kinds.get(row.sn), row);
      ignored += unknown + rejected;
      reading.plant = plant;
      reading.firmware = guest.firmware.get(row.sn) ?? null;
      return reading;
    });
    const own = ownRow(guest, read.rows, at);
    if (own) readings.push(own);
    return { readings, refused: read.refused, ignored };
  }

  /** That the gateway itself is there: a row without values, unless it told one of itself, and only so often. */
  function ownRow(guest: Guest, rows: readonly { sn: string }[], at: Date): Reading | undefined {
    const { sn, sid, intervalS, kinds, firmware } = guest;
    // What measures by itself is there when it tells values.
    if (sid === null || (kinds.get(sn) ?? 'gateway') !== 'gateway') return undefined;
    if (rows.some((row) => row.sn === sn)) return undefined;
    if (at.getTime() - guest.noted < Math.max(intervalS, 10) * 500) return undefined;
    guest.noted = at.getTime();
    const seconds = new Date(Math.floor(at.getTime() / 1000) * 1000);
    return {
      ...readingOfRow({ gateway: sn, plant: sid, sn, at: seconds, quantities: {} }),
      firmware: firmware.get(sn) ?? null,
    };
  }

  /** Undefined: the database takes nothing now. Where there are only too many waiting it comes its turn. */
  async function collected(guest: Guest, readings: readonly Reading[]) {
    for (const sinceMs = performance.now(); ; ) {
      const outcomes = await collector.collectRows(readings);
      if (Array.isArray(outcomes)) return outcomes;
      if (!collector.isFull() || guest.gone || performance.now() - sinceMs > PATIENCE_MS) return undefined;
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    }
  }

  return {
    take,
    async present(guests) {
      const at = clock.now();
      await Promise.all(guests.map((guest) => ownRow(guest, [], at)).map((row) => row && collector.collect(row)));
    },
    close: () => collector.close(),
  };
}
