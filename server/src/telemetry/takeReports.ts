// The one door: reports in, one transaction per batch, out come samples, live rows, days, totals and events.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import {
  type BdmFrame,
  defaultProfile,
  parseBdmFrame,
  type RejectReason,
  readBdmFrame,
  within,
} from '../families/bdm/frame.ts';
import type { Sample } from '../samples/samples.ts';
import { textArray } from '../sql/arrays.ts';
import { askJob } from '../sql/siteJobs.ts';
import { believed } from './believed.ts';
import type { DeviceState, DeviceStates } from './deviceStates.ts';
import { type KnownDevice, readDevices } from './registry.ts';
import type { SiteWork } from './siteWork.ts';
import { isAllowedSource, sourceOf } from './sourceOf.ts';
import { type Arrival, Moved, OtherPlace, takeSamples } from './takeSamples.ts';
import { type HeardNumber, keepRaw, noteHeard, type RawReport } from './unknownReports.ts';

/** A frame as it came over the wire. */
export interface Report {
  /** As the frame says; may be empty when the body is no frame. */
  sn: string;
  receivedAt: Date;
  path: string;
  body: Uint8Array;
  address: string;
}

/** Values from a file of an old system; their day is marked as imported. */
export interface QuantityReport {
  sn: string;
  at: Date;
  quantities: Quantities;
}

/** What a gateway says of one of its devices, at the gateway's own time. */
export interface DeviceReport {
  /** The serial number of the gateway that said it. */
  gateway: string;
  sn: string;
  at: Date;
  quantities: Quantities;
  /** Bits of the inverter's status word; none when the gateway tells none. */
  statusBits?: number;
  /** -1 or absent: the device has none. */
  mode?: number;
}

export type AnyReport = Report | QuantityReport | DeviceReport;

/**
 * What became of a report, once it is committed. `repeated`: it said nothing that was not known.
 * `unknown`: kept until its number is registered; `restricted`: kept, never shown; `rejected`: no frame, kept with the reason.
 */
export type Outcome =
  | { kind: 'stored' | 'repeated' | 'restricted'; sid: string; timeZone: string }
  /** From a source that its plant does not allow: nothing of it was taken. */
  | { kind: 'foreign'; sid: string; timeZone: string }
  | { kind: 'unknown' }
  | { kind: 'rejected'; reason: RejectReason };

export type Door = Pick<Context, 'sql' | 'clock' | 'log' | 'registry' | 'deviceStates' | 'nudges'>;

/** A report that the transaction found to belong elsewhere than the registry said. */
class Stale extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('the registry is behind');
    this.sns = sns;
  }
}

const TRIES = 4;
/** While plants are recomputed, each of a batch's devices may change its place between two tries: that is no fault of the batch. */
const PLACES_AT_MOST = 1_000;
/** Deadlock and serialisation; with the fixed order of locks they do not happen, with other programs in the database they may. */
const AGAIN = new Set(['40P01', '40001']);

/** Takes a batch in one transaction and returns after its commit: one outcome per report, in the given order. */
export async function takeReports(context: Door, reports: readonly AnyReport[]): Promise<Outcome[]> {
  if (reports.length === 0) return [];
  const { sql, registry, deviceStates: known, nudges } = context;
  const read = reports.map(readReport);
  let places = 0;
  for (let tries = 1; ; tries++) {
    const devices = await registry.find(read.map(({ sn }) => sn));
    try {
      const nowMs = context.clock.now().getTime();
      const look = tries > 1 || places > 0;
      const taken = await sql.begin((tx) =>
        takeBatch(tx as Transaction, read, devices, { nowMs, strict: tries < TRIES, known, look }),
      );
      known.keep(taken.states);
      nudges.tell(taken.sids);
      return taken.outcomes;
    } catch (error) {
      // whether it was committed is not known when the connection broke
      known.forget(devices.keys());
      if (error instanceof OtherPlace && places++ < PLACES_AT_MOST) {
        registry.forget(error.sns);
        tries--;
        continue;
      }
      if (tries >= TRIES) throw error;
      if (error instanceof Stale) registry.forget(error.sns);
      else if (error instanceof Moved) continue;
      else if (!AGAIN.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/** A report before anybody knows whose it is. */
interface Read {
  sn: string;
  atMs: number;
  /** What is kept when it cannot be shown yet; null: nothing. */
  raw: Report | DeviceReport | null;
  frame: BdmFrame | null;
  rejected: RejectReason | null;
  quantities: Quantities | null;
}

function readReport(report: AnyReport): Read {
  if ('quantities' in report) {
    const { sn, at, quantities } = report;
    const raw = 'gateway' in report ? report : null;
    return { sn, atMs: at.getTime(), raw, frame: null, rejected: null, quantities: within(quantities) };
  }
  const parsed = parseBdmFrame(report.body);
  const atMs = report.receivedAt.getTime();
  if ('rejected' in parsed) {
    return { sn: report.sn, atMs, raw: report, frame: null, rejected: parsed.rejected, quantities: null };
  }
  return { sn: parsed.sn, atMs, raw: report, frame: parsed, rejected: null, quantities: null };
}

interface Taking {
  nowMs: number;
  /** Throw `Stale` when the registry is behind, so that it can be asked again; else such a report is kept as unknown. */
  strict: boolean;
  /** What this process knows of devices after its own commits; null: the transaction is not ours to commit. */
  known: DeviceStates | null;
  look: boolean;
}

/** The batch within a transaction, for the door and for those who bring a number into a plant. */
async function takeBatch(
  tx: Transaction,
  read: readonly Read[],
  devices: ReadonlyMap<string, KnownDevice>,
  { nowMs, strict, known, look }: Taking,
): Promise<{ outcomes: Outcome[]; sids: Set<string>; states: DeviceState[] }> {
  const outcomes: Outcome[] = new Array(read.length);
  const unread: RawReport[] = [];
  const heard: HeardNumber[] = [];
  const arrivals = new Map<string, { arrival: Arrival; indexes: number[] }>();
  const sids = new Set<string>();
  for (const [index, report] of read.entries()) {
    const { sn, atMs, rejected, raw } = report;
    const device = rejected === null ? devices.get(sn) : undefined;
    if (rejected !== null) {
      unread.push(rawOf(report, rejected));
      outcomes[index] = { kind: 'rejected', reason: rejected };
    } else if (!device) {
      // a file's values are not kept for a number of no plant: its importer is told
      if (report.raw) {
        heard.push({
          sn,
          atMs,
          source: 'address' in report.raw ? sourceOf(report.raw.address) : '',
          gateway: 'gateway' in report.raw ? report.raw.gateway : null,
        });
        unread.push(rawOf(report, null));
      }
      outcomes[index] = { kind: 'unknown' };
    } else if (raw && 'address' in raw && !isAllowedSource(device.sources.allowed, raw.address)) {
      outcomes[index] = { kind: 'foreign', sid: device.sid, timeZone: device.timeZone };
    } else if (device.restricted) {
      if (report.raw) unread.push(rawOf(report, 'restricted'));
      outcomes[index] = { kind: 'restricted', sid: device.sid, timeZone: device.timeZone };
    } else {
      let entry = arrivals.get(sn);
      if (!entry) {
        entry = { arrival: { device, samples: [] }, indexes: [] };
        arrivals.set(sn, entry);
      }
      entry.arrival.samples.push(sampleOf(report, device));
      entry.indexes.push(index);
    }
  }
  // Serial numbers are locked first, then devices, then sites: every transaction keeps this order.
  if (heard.length > 0) {
    const taken = await noteHeard(tx, heard);
    if (taken.size > 0 && strict) throw new Stale([...taken]);
  }
  const keeping = keepRaw(tx, unread);
  const [changed] = await Promise.all([
    takeSamples(
      tx,
      [...arrivals.values()].map(({ arrival }) => arrival),
      nowMs,
      known,
      look,
    ),
    keeping,
  ]);
  if (changed.missing.length > 0 && strict) throw new Stale(changed.missing);
  for (const [sn, { arrival, indexes }] of arrivals) {
    const { sid, timeZone } = arrival.device;
    if (!changed.missing.includes(sn)) sids.add(sid);
    for (const [position, index] of indexes.entries()) {
      const stored = changed.stored.has(arrival.samples[position]!);
      outcomes[index] = { kind: stored ? 'stored' : 'repeated', sid, timeZone };
    }
  }
  return { outcomes, sids, states: changed.states };
}

function rawOf({ sn, atMs, raw }: Read, reason: string | null): RawReport {
  const { path, body, address } = 'gateway' in raw! ? rowAsBody(raw) : raw!;
  return { sn: sn === '' ? null : sn, receivedAtMs: atMs, path, body, reason, address };
}

/** Where a gateway's row stands among kept frames, which else come over HTTP at paths of their own. */
const GATEWAY_PATH = 'gateway';

function rowAsBody({ gateway, quantities, statusBits, mode }: DeviceReport): Pick<Report, 'path' | 'body' | 'address'> {
  const body = Buffer.from(JSON.stringify({ gateway, quantities, statusBits, mode }));
  return { path: GATEWAY_PATH, body, address: '' };
}

function keptReport(report: Report): AnyReport {
  if (report.path !== GATEWAY_PATH) return report;
  const row = JSON.parse(Buffer.from(report.body).toString()) as Omit<DeviceReport, 'sn' | 'at'>;
  return { ...row, sn: report.sn, at: report.receivedAt };
}

function sampleOf({ sn, atMs, raw, frame, quantities: given }: Read, device: KnownDevice): Sample {
  const quantities = believed(given ?? readBdmFrame(frame!, device.profile ?? defaultProfile(frame!)), device.source);
  const said = frame ?? (raw && 'gateway' in raw ? raw : null);
  return {
    sid: device.sid,
    sn,
    atMs,
    statusBits: said?.statusBits ?? 0,
    mode: said?.mode ?? -1,
    imported: said === null,
    powerW: quantities.powerW ?? null,
    counterWh: quantities.counterWh ?? null,
    quantities,
    ...(frame?.firmware === undefined ? {} : { firmware: String(frame.firmware) }),
  };
}

/** Frames a transaction: some ten milliseconds in which their device waits. */
const FRAMES_AT_ONCE = 500;

/**
 * Takes again the frames that were kept while a number belonged to no plant, the oldest first and some hundred at most;
 * call it in a transaction that has locked the number. Gives how many were taken.
 */
export async function takeRawAgain(tx: Transaction, context: Door, sn: string): Promise<number> {
  const rows = await tx<{ id: number; receivedAt: Date; path: string; body: Buffer; address: string }[]>`
    delete from raw_reports where id in (
      select id from raw_reports where sn = ${sn} and (reason is null or reason = 'restricted')
      order by received_at, id limit ${FRAMES_AT_ONCE} for update
    ) returning id, received_at, path, body, address`;
  if (rows.length === 0) return 0;
  const device = (await readDevices(tx, [sn])).get(sn);
  // Released or restricted meanwhile: they are kept again, as if they came now.
  const read = rows.toSorted((left, right) => left.id - right.id).map((row) => readReport(keptReport({ sn, ...row })));
  const taken = await takeBatch(tx, read, new Map(device ? [[sn, device]] : []), {
    nowMs: context.clock.now().getTime(),
    strict: false,
    known: null,
    look: true,
  });
  context.nudges.tell(taken.sids);
  return taken.sids.size === 0 ? 0 : rows.length;
}

/** Takes what is kept of a plant's numbers; frames that come meanwhile are taken as ever, whichever is first. */
export async function takeKeptOfSite(context: Door, work: SiteWork): Promise<void> {
  const { sql } = context;
  const numbers = await sql<{ sn: string; frames: number }[]>`
    select n.sn, count(*) as frames from serial_numbers n join raw_reports r on r.sn = n.sn
    where n.sid = ${work.sid} and n.restricted_at is null and (r.reason is null or r.reason = 'restricted')
    group by n.sn order by n.sn`;
  await work.count(numbers.reduce((sum, { frames }) => sum + frames, 0));
  for (const { sn } of numbers) {
    for (let taken = 1; taken > 0; ) {
      taken = await takenOnce(() =>
        sql.begin(async (begun) => {
          const tx = begun as Transaction;
          const [number] = await tx`
            select from serial_numbers where sn = ${sn} and sid = ${work.sid} and restricted_at is null for update`;
          const count = number ? await takeRawAgain(tx, context, sn) : 0;
          await work.step(tx, count);
          return count;
        }),
      );
    }
  }
}

/** Its days were exchanged between reading the device and locking it: it is read again. */
async function takenOnce(take: () => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await take();
    } catch (error) {
      if (tries >= TRIES || !(error instanceof OtherPlace)) throw error;
    }
  }
}

/** In the transaction that registers numbers: what was kept of them follows as a job, if there is any. */
export async function askKept(tx: Transaction, sid: string, sns: readonly string[], at: Date): Promise<void> {
  const [kept] = await tx`
    select from raw_reports where sn in (select unnest(${textArray(sns)}::text::text[]))
      and (reason is null or reason = 'restricted') limit 1`;
  if (kept) await askJob(tx, sid, 'takeKept', at);
}

/** Finds plants with kept frames of their numbers: registrations that another program made. Gives how many. */
export async function findKept({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const rows = await sql<{ sid: string }[]>`
    select distinct n.sid from raw_reports r join serial_numbers n on n.sn = r.sn
    where n.sid is not null and n.restricted_at is null and (r.reason is null or r.reason = 'restricted') limit 200`;
  for (const { sid } of rows) await askJob(sql, sid, 'takeKept', clock.now());
  return rows.length;
}
