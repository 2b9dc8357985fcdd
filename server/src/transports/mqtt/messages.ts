// Parses the MQTT messages of devices: announcements, states, results of commands and reports, whose rows are accepted or refused one by one.
import { MAX_CHILDREN } from '@heliograph/contract/limits.ts';
import { COMMAND_STATES, REPORT_KINDS } from '@heliograph/contract/report.ts';
import { z } from 'zod';
import type { WireResult } from '../../commands/applyReports.ts';
import type { ReportRow } from '../../families/families.ts';
import { parseSerial } from './topics.ts';

/** Why a row of a report, or a child of an announcement, was refused. */
export const ROW_REFUSALS = [
  'malformed',
  'serialNumber',
  'future',
  'old',
  'otherPlant',
  'restricted',
  'tooMany',
  'empty',
  'differs',
  'rateLimit',
  'child',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/** Tolerance for clocks that are ahead. */
const MAX_AHEAD_MS = 10 * 60_000;
/** Maximum age of a row that an outage delayed. */
const MAX_AGE_MS = 30 * 86_400_000;
/** One device every minute for 33 hours, or 255 devices for eight minutes: what fits in a packet. */
export const MAX_ROWS = 2_000;

/** Removes characters that cannot be displayed and shortens the text to what a page has room for. */
export const sanitizeText = (text: string): string =>
  text
    .replace(/\p{Cc}|\p{Cs}/gu, '')
    .trim()
    .slice(0, 60);
const displayText = z.string().transform(sanitizeText).catch('');

const child = z.object({
  sn: z.string(),
  kind: z.enum(REPORT_KINDS).exclude(['gateway']),
  model: displayText.default(''),
  hardware: displayText.default(''),
  firmware: displayText.default(''),
  inputs: z.int().min(0).max(16).optional().catch(undefined),
});
export type AnnouncedChild = z.infer<typeof child> & { spelled?: string };

const interval = z.int().min(1).max(3600);

const announce = z.object({
  v: z.literal(1),
  kind: z.enum(REPORT_KINDS),
  model: displayText.default(''),
  hardware: displayText.default(''),
  firmware: displayText.default(''),
  signalDbm: z.number().min(-150).max(20).nullish().catch(null),
  uptimeS: z.number().min(0).max(4e9).nullish().catch(null),
  // Without it the interval is learnt from the reports.
  intervalS: z.unknown().optional(),
  limitReturn: z.boolean().catch(false).default(false),
  // Parsed one by one, so that an invalid device does not invalidate the others.
  devices: z.array(z.unknown()).max(10_000).nullish(),
});

export interface Announcement
  extends Omit<z.infer<typeof announce>, 'devices' | 'v' | 'signalDbm' | 'uptimeS' | 'intervalS'> {
  signalDbm: number | null;
  uptimeS: number | null;
  intervalS: number | null;
  /** Each serial number once, without the gateway's own. */
  children: AnnouncedChild[];
  /** Number of `devices` that are invalid, repeated, the gateway itself, or beyond the limit. */
  dropped: number;
  /** Number of invalid values, which are treated as missing. */
  ignored: number;
}

/** Undefined: not JSON. */
export function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Undefined: not an announcement. */
export function parseAnnouncement(gateway: string, payload: Buffer): Announcement | undefined {
  const read = announce.safeParse(parseJson(payload));
  if (!read.success) return undefined;
  const { v: _, devices: listed, signalDbm, uptimeS, intervalS, ...rest } = read.data;
  const parsedInterval = interval.safeParse(intervalS);
  const devices = listed ?? [];
  const children = new Map<string, AnnouncedChild>();
  for (const device of devices) {
    const { data } = child.safeParse(device);
    const sn = parseSerial(data?.sn);
    if (!data || sn === undefined || sn === gateway || children.size >= MAX_CHILDREN) continue;
    if (!children.has(sn)) children.set(sn, data.sn === sn ? data : { ...data, sn, spelled: data.sn });
  }
  return {
    ...rest,
    signalDbm: typeof signalDbm === 'number' ? Math.round(signalDbm) : null,
    uptimeS: uptimeS ?? null,
    intervalS: parsedInterval.success ? parsedInterval.data : null,
    children: [...children.values()],
    dropped: devices.length - children.size,
    ignored: intervalS == null || parsedInterval.success ? 0 : 1,
  };
}

/** Undefined: not a state. */
export function parseState(payload: Buffer): { online: boolean } | undefined {
  const state = parseJson(payload) as { online?: unknown } | null | undefined;
  return typeof state?.online === 'boolean' ? { online: state.online } : undefined;
}

/** More than a command can read, so that a device may add some. */
const MAX_RESULT_VALUES = 250;
const result = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(100),
  state: z.enum(COMMAND_STATES),
  reason: displayText.default(''),
  parameters: z.record(z.string().max(60), z.unknown()).catch({}).default({}),
});

/** Undefined: not a result. Parameters are numbers, booleans as 1 and 0; others are dropped. */
export function parseResult(payload: Buffer): WireResult | undefined {
  const read = result.safeParse(parseJson(payload));
  if (!read.success) return undefined;
  const { id, state, reason, parameters } = read.data;
  const values = Object.entries(parameters)
    .slice(0, MAX_RESULT_VALUES)
    .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value] as const)
    .filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return { id, state, reason, parameters: Object.fromEntries(values) };
}

export interface RefusedRow {
  /** '' if invalid. */
  sn: string;
  reason: RowRefusal;
}

/** Undefined: not a report. Checked by hand, since twenty thousand rows may arrive in a second. */
export function parseReportRows(
  json: unknown,
  nowMs: number,
): { rows: ReportRow[]; refused: RefusedRow[] } | undefined {
  const report = json as { v?: unknown; devices?: unknown } | null | undefined;
  if (report?.v !== 1 || !Array.isArray(report.devices)) return undefined;
  const rows: ReportRow[] = [];
  const refused: RefusedRow[] = [];
  for (const device of report.devices as (Record<string, unknown> | null)[]) {
    const sn = parseSerial(device?.sn) ?? '';
    const reason = rows.length >= MAX_ROWS ? 'tooMany' : refusalOf(device, sn, nowMs);
    if (reason) refused.push({ sn, reason });
    else {
      const { at, status, mode, q } = device as {
        at: number;
        status?: string | null;
        mode?: number | null;
        q: unknown;
      };
      rows.push({
        sn,
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
  if (at > nowMs + MAX_AHEAD_MS) return 'future';
  if (at < nowMs - MAX_AGE_MS) return 'old';
  // Some devices write null for a missing status or mode.
  if (status != null && (typeof status !== 'string' || !/^[0-9A-Fa-f]{4}$/.test(status))) return 'malformed';
  if (mode != null && (!Number.isInteger(mode) || (mode as number) < 0 || (mode as number) > 255)) return 'malformed';
  if (typeof q !== 'object' || q === null || Array.isArray(q)) return 'malformed';
  return undefined;
}
