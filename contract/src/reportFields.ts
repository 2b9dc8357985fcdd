// The quantities of a report: the portal's, by the names that each kind of device uses. Without schemas, so that any program may import it.
import { QUANTITIES, QUANTITY_LIST, type Quantities, type QuantityName } from './measurements.ts';
import { REPORT_KINDS, type ReportKind } from './report.ts';

/** The names that a device of a kind may use in `q`, each with the portal's; those of its own last. */
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

/** With the limits, as each value that comes in needs both. */
const LIMITS = byKind((kind) => {
  const limited = ([field, name]: [string, QuantityName]) =>
    [field, { name, min: QUANTITIES[name].min, max: QUANTITIES[name].max }] as const;
  return new Map([...NAMES[kind]].map(limited));
});

export interface ParsedReport {
  quantities: Quantities;
  /** Names that a device of this kind does not have. */
  unknown: number;
  /** What is no number, or outside the limits of its quantity. */
  rejected: number;
}

/**
 * The `q` of a report in the portal's names, whatever a stranger sends as one. Null means "not measured now" and is left
 * out. Sent twice, under its own name and under the portal's, a quantity is what was sent first.
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
    else if (typeof value === 'number' && value >= limit.min && value <= limit.max)
      parsed.quantities[limit.name] ??= value;
    else parsed.rejected++;
  }
  return parsed;
}
