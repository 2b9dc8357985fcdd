// Parses the quantities of a report by the names that each kind of device uses. Without schemas, so that any program can import it.
import { QUANTITIES, QUANTITY_LIST, type Quantities, type Quantity, type QuantityName } from './measurements.ts';
import { REPORT_KINDS, type ReportKind } from './report.ts';

/** Names that a kind of device may use in `q`, with the portal's quantity; alternative names last. */
export function reportNames(kind: ReportKind): ReadonlyMap<string, QuantityName> {
  return NAMES[kind];
}

function namesOf(kind: ReportKind): ReadonlyMap<string, QuantityName> {
  const reported = QUANTITY_LIST.filter(([, { reportedBy }]) => reportedBy.includes(kind));
  const own = reported.flatMap(([name, { fields }]) => {
    const field = fields?.[kind];
    return field === undefined ? [] : [[field, name] as const];
  });
  return new Map([...reported.map(([name]) => [name, name] as const), ...own]);
}

function byKind<Value>(of: (kind: ReportKind) => Value): Record<ReportKind, Value> {
  return Object.fromEntries(REPORT_KINDS.map((kind) => [kind, of(kind)])) as Record<ReportKind, Value>;
}

const NAMES = byKind(namesOf);

/** With limits, as each value needs both. */
const LIMITS = byKind((kind) => {
  const limited = ([field, name]: [string, QuantityName]) => {
    const { min, max, offsetFrom = min }: Quantity = QUANTITIES[name];
    return [field, { name, from: offsetFrom, min, max }] as const;
  };
  return new Map([...NAMES[kind]].map(limited));
});

export interface ParsedReport {
  quantities: Quantities;
  /** Number of names that this kind of device does not have. */
  unknown: number;
  /** Number of values that are not numbers or out of range. */
  rejected: number;
}

/**
 * Parses the `q` of a report, which may be any untrusted value. Null means "not measured now" and is left
 * out. If a quantity is sent under both its names, the first value is used.
 */
export function quantitiesOf(kind: ReportKind, q: unknown): ParsedReport {
  const parsed: ParsedReport = { quantities: {}, unknown: 0, rejected: 0 };
  if (typeof q !== 'object' || q === null || Array.isArray(q)) {
    if (q !== undefined && q !== null) parsed.rejected++;
    return parsed;
  }
  const limits = LIMITS[kind];
  const values = q as Record<string, unknown>;
  for (const field in values) {
    const value = values[field];
    const limit = limits.get(field);
    if (limit === undefined) parsed.unknown++;
    else if (value === null) continue;
    // Also false for NaN.
    else if (typeof value === 'number' && value >= limit.from && value <= limit.max)
      parsed.quantities[limit.name] ??= Math.max(limit.min, value);
    else parsed.rejected++;
  }
  return parsed;
}
