// What devices say over MQTT, parsed: announces, states, and the rows of reports, each of which is good or refused by itself.
import { MOST_CHILDREN } from '@heliograph/contract/limits.ts';
import { COMMAND_STATES, REPORT_KINDS } from '@heliograph/contract/report.ts';
import { z } from 'zod';
import type { WireResult } from '../../commands/applyReports.ts';
import type { ReportRow } from '../../families/families.ts';
import { numberIn } from './topics.ts';

/** As in contract/src/errors.ts for people: why a row of a report was not taken, or a device of an announce. */
export const ROW_REFUSALS = [
  'malformed',
  'serialNumber',
  'future',
  'old',
  'otherPlant',
  'restricted',
  'tooMany',
  'child',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/** A device's clock may be ahead by this much; what is later is from next week. */
const AHEAD_AT_MOST_MS = 10 * 60_000;
/** What an outage held back may be so old. */
const BACKLOG_MS = 30 * 86_400_000;
export const CHILDREN_AT_MOST = MOST_CHILDREN;
/** A device every minute for 33 hours, or 255 for eight minutes: what fits in a packet. */
export const ROWS_AT_MOST = 2_000;

/** Nothing that a page could not show, and no more of it than a page has room for. */
export const plainText = (text: string): string =>
  text
    .replace(/\p{Cc}|\p{Cs}/gu, '')
    .trim()
    .slice(0, 60);
const words = z.string().transform(plainText).catch('');

const child = z.object({
  sn: z.string(),
  kind: z.enum(REPORT_KINDS).exclude(['gateway']),
  model: words.default(''),
  hardware: words.default(''),
  firmware: words.default(''),
  inputs: z.int().min(0).max(16).optional().catch(undefined),
});
export type AnnouncedChild = z.infer<typeof child> & { spelled?: string };

const interval = z.int().min(1).max(3600);

const announce = z.object({
  v: z.literal(1),
  kind: z.enum(REPORT_KINDS),
  model: words.default(''),
  hardware: words.default(''),
  firmware: words.default(''),
  signalDbm: z.number().min(-150).max(20).nullish().catch(null),
  uptimeS: z.number().min(0).max(4e9).nullish().catch(null),
  // One that does not say it is learnt.
  intervalS: z.unknown().optional(),
  limitReturn: z.boolean().catch(false).default(false),
  // Each by itself, so that one that is wrong does not lose the others.
  devices: z.array(z.unknown()).max(10_000).nullish(),
});

export interface Announce
  extends Omit<z.infer<typeof announce>, 'devices' | 'v' | 'signalDbm' | 'uptimeS' | 'intervalS'> {
  signalDbm: number | null;
  uptimeS: number | null;
  intervalS: number | null;
  /** Each number once, without the gateway's own. */
  children: AnnouncedChild[];
  /** Of `devices`, those that are none: wrong, twice, itself, or beyond the most that one may have. */
  dropped: number;
  /** Values that cannot be, and are taken for not said. */
  ignored: number;
}

function json(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

export function announceOf(gateway: string, payload: Buffer): Announce | undefined {
  const read = announce.safeParse(json(payload));
  if (!read.success) return undefined;
  const { v: _, devices: told, signalDbm, uptimeS, intervalS, ...said } = read.data;
  const everyS = interval.safeParse(intervalS);
  const devices = told ?? [];
  const children = new Map<string, AnnouncedChild>();
  for (const device of devices) {
    const one = child.safeParse(device);
    const sn = one.success ? numberIn(one.data.sn) : undefined;
    if (!one.success || sn === undefined || sn === gateway || children.size >= CHILDREN_AT_MOST) continue;
    const { sn: spelled } = one.data;
    if (!children.has(sn)) children.set(sn, { ...one.data, sn, ...(spelled === sn ? {} : { spelled }) });
  }
  return {
    ...said,
    signalDbm: typeof signalDbm === 'number' ? Math.round(signalDbm) : null,
    uptimeS: uptimeS ?? null,
    intervalS: everyS.success ? everyS.data : null,
    children: [...children.values()],
    dropped: devices.length - children.size,
    ignored: intervalS == null || everyS.success ? 0 : 1,
  };
}

export function stateOf(payload: Buffer): { online: boolean } | undefined {
  const state = json(payload) as { online?: unknown } | null | undefined;
  return typeof state?.online === 'boolean' ? { online: state.online } : undefined;
}

/** As many as a device may be asked for, and a few that it tells unasked. */
const RESULT_VALUES = 250;
const result = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(100),
  state: z.enum(COMMAND_STATES),
  reason: words.default(''),
  parameters: z.record(z.string().max(60), z.unknown()).catch({}).default({}),
});

/** Numbers among its parameters, yes and no as 1 and 0; what it says besides is nobody's question. */
export function resultOf(payload: Buffer): WireResult | undefined {
  const read = result.safeParse(json(payload));
  if (!read.success) return undefined;
  const { id, state, reason, parameters } = read.data;
  const values = Object.entries(parameters)
    .slice(0, RESULT_VALUES)
    .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value] as const)
    .filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return { id, state, reason, parameters: Object.fromEntries(values) };
}

export interface RefusedRow {
  /** '' where it is none. */
  sn: string;
  reason: RowRefusal;
}

/** Undefined: it is no JSON. */
export const reportOf = (payload: Buffer): unknown => json(payload);

/** By hand, as twenty thousand of them come in a second. Undefined: it is no report at all. */
export function rowsOf(said: unknown, nowMs: number): { rows: ReportRow[]; refused: RefusedRow[] } | undefined {
  const report = said as { v?: unknown; devices?: unknown } | null | undefined;
  if (report?.v !== 1 || !Array.isArray(report.devices)) return undefined;
  const rows: ReportRow[] = [];
  const refused: RefusedRow[] = [];
  for (const device of report.devices as (Record<string, unknown> | null)[]) {
    const said = device?.sn;
    const number = numberIn(said) ?? '';
    const reason = rows.length >= ROWS_AT_MOST ? 'tooMany' : refusalOf(device, number, nowMs);
    if (reason) refused.push({ sn: number, reason });
    else {
      const { at, status, mode, q } = device as {
        at: number;
        status?: string | null;
        mode?: number | null;
        q: unknown;
      };
      rows.push({
        sn: number,
        at: new Date(Math.trunc(at)),
        statusBits: status == null ? 0 : Number.parseInt(status, 16),
        mode: mode ?? -1,
        q,
      });
    }
  }
  return { rows, refused };
}

function refusalOf(device: Record<string, unknown> | null, sn: string, nowMs: number): RowRefusal | undefined {
  if (typeof device !== 'object' || device === null) return 'malformed';
  if (sn === '') return typeof device.sn === 'string' ? 'serialNumber' : 'malformed';
  const { at, status, mode, q } = device;
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'malformed';
  if (at > nowMs + AHEAD_AT_MOST_MS) return 'future';
  if (at < nowMs - BACKLOG_MS) return 'old';
  // Null is what a device's program writes that has none.
  if (status != null && (typeof status !== 'string' || !/^[0-9A-Fa-f]{4}$/.test(status))) return 'malformed';
  if (mode != null && (!Number.isInteger(mode) || (mode as number) < 0 || (mode as number) > 255)) return 'malformed';
  if (typeof q !== 'object' || q === null || Array.isArray(q)) return 'malformed';
  return undefined;
}
