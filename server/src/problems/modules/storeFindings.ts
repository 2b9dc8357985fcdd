// Stores computed findings of a plant's modules: matches them with the stored ones, opens new ones, updates changed ones and closes ended ones.
import type { FindingCause, FindingKind } from '@heliograph/contract/moduleFindings.ts';
import { addDays, type Day, dayStartMs } from '../../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { closePublished, type KnownFinding, publishFinding, republish } from '../publishFinding.ts';
import { type Finding, findingsOf, type OpenFinding, type PlantDay } from './rules/findings.ts';
import type { Place, ShadedHalf } from './rules/shade.ts';
import { SNOW_LIES_DAYS } from './rules/snow.ts';
import { type ClearDay, type Swap, swapsOf } from './rules/swapped.ts';

interface Plant extends Place {
  sid: string;
  timezone: string;
  /** Modules that the plant has now. */
  modules: readonly { sn: string; input: number }[];
  /** Earlier days are not considered. */
  from: Day;
}

/** A computed finding of a module, a device or a pair. */
export interface ComputedFinding {
  sn: string;
  input: number;
  kind: FindingKind;
  since: Day;
  sinceMs: number | null;
  until: Day | null;
  cause: FindingCause;
  byFace: boolean;
  share: number;
  lost: Finding['lost'];
  shaded: Finding['shaded'];
  other: { sn: string; input: number } | null;
}

type StoredFinding = KnownFinding & { shaded: readonly ShadedHalf[] };

/** Returns the modules with an open shade, which only the hours of sound days can end. */
export async function shadedModules(
  sql: Sql,
  sid: string,
): Promise<(module: { sn: string; input: number }) => boolean> {
  const shaded = await sql<{ sn: string; input: number }[]>`
    select sn, input from module_findings where sid = ${sid} and until is null and cause = 'shade'`;
  const keys = new Set(shaded.map(({ sn, input }) => `${sn} ${input}`));
  return ({ sn, input }) => keys.has(`${sn} ${input}`);
}

/** Stores findings; the caller has locked the plant and written its judged days. */
export async function writeFindings(tx: Transaction, plant: Plant): Promise<void> {
  const { sid, timezone, modules, from } = plant;
  const [earlier, known] = await Promise.all([
    tx<
      PlantDay[]
    >`select day, is_cold, modules from judged_days where sid = ${sid} and day >= ${addDays(from, -SNOW_LIES_DAYS)} order by day`,
    tx<StoredFinding[]>`
      select sn, input, kind, since, until, opened_at, cause, by_face, share, lost, lost_is_whole, shaded, other_sn, other_input from module_findings
      where sid = ${sid} and (until is null or until >= ${from}) order by since`,
  ]);
  const days = earlier.filter(({ day }) => day >= from);
  const present = new Set(modules.flatMap(({ sn, input }) => [`${sn} ${input}`, `${sn} 0`]));
  const open = known.filter(({ until }) => until === null);
  const computed = computeFindings(earlier, open, plant);
  const matched = new Set<StoredFinding>();
  for (const finding of computed) {
    const before = known.find((other) => !matched.has(other) && isSame(other, finding));
    if (before) {
      matched.add(before);
      await update(tx, plant, before, finding);
    } else if (present.has(`${finding.sn} ${finding.input}`)) {
      await add(tx, sid, timezone, finding);
    }
  }
  const last = days.at(-1)?.day;
  const judged = new Set(
    days.flatMap((day) => day.modules.flatMap((m) => (m.state === null ? [] : [`${m.sn} ${m.input}`]))),
  );
  for (const finding of open) {
    const key = `${finding.sn} ${finding.input}`;
    // The finding of a module without a judged day stays open, as winter is long. It ends when the module was removed from the plant or is sound.
    const isOver = !present.has(key) || (finding.kind === 'swapped' ? fitsItsOwn(days, finding) : judged.has(key));
    if (!matched.has(finding) && isOver && last !== undefined) await close(tx, sid, timezone, finding, last);
  }
}

/** Whether on the last clear day one of its inputs had the curve of its own face. */
function fitsItsOwn(days: readonly PlantDay[], { sn, input }: KnownFinding): boolean {
  for (const { modules } of days.toReversed()) {
    const clear = modules.filter((fact) => fact.clear && fact.sn === sn && (input === 0 || fact.input === input));
    if (clear.length > 0) return clear.some(({ clear }) => clear!.fits === clear!.face);
  }
  return false;
}

/** `days` begin before the first judged one, which shows how cold it was. */
function computeFindings(
  days: readonly PlantDay[],
  open: readonly StoredFinding[],
  { from, latitude, longitude }: Plant,
): ComputedFinding[] {
  const { swaps, strayed } = swapsOf(clearDays(days.filter(({ day }) => day >= from)));
  const isStrayed = (sn: string, input: number) => strayed.some((one) => one.sn === sn && one.input === input);
  const running = open.flatMap(({ kind, ...one }): OpenFinding[] => (kind === 'swapped' ? [] : [{ ...one, kind }]));
  return [
    ...findingsOf(days, { place: { latitude, longitude }, open: running, from })
      // Compared with modules of another face it inevitably looks weak.
      .filter(({ sn, input, kind }) => kind === 'dead' || !isStrayed(sn, input))
      .map((finding) => ({ ...finding, other: null })),
    ...swaps.map(swapped),
  ];
}

function clearDays(days: readonly PlantDay[]): ClearDay[] {
  return days.flatMap(({ day, modules }) => {
    const clear = modules.flatMap(({ sn, input, clear: fact }) => (fact ? [{ sn, input, ...fact }] : []));
    return clear.length === 0 ? [] : [{ day, modules: clear }];
  });
}

const swapped = ({ one, other, since }: Swap): ComputedFinding => ({
  ...one,
  kind: 'swapped',
  since,
  sinceMs: null,
  until: null,
  cause: 'otherCurve',
  byFace: false,
  share: 1,
  lost: [],
  shaded: [],
  other,
});

/** Whether both are the same problem, even if its computed start has changed. */
function isSame(known: KnownFinding, now: ComputedFinding): boolean {
  if (known.sn !== now.sn || known.input !== now.input || known.kind !== now.kind) return false;
  if (now.other && (known.otherSn !== now.other.sn || known.otherInput !== now.other.input)) return false;
  return (known.until === null || known.until > now.since) && (now.until === null || now.until > known.since);
}

async function add(tx: Transaction, sid: string, timezone: string, now: ComputedFinding): Promise<void> {
  // Findings of a device's inputs may begin at the same time: their events differ by a millisecond each.
  const openedAt = new Date((now.sinceMs ?? dayStartMs(now.since, timezone)) + now.input);
  const { sn, input, kind, since, until, cause, byFace, share, lost, shaded, other } = now;
  const { count } = await tx`
    insert into module_findings (sid, sn, input, kind, since, until, opened_at, cause, by_face, share, lost, lost_is_whole, shaded, other_sn, other_input)
    values (${sid}, ${sn}, ${input}, ${kind}, ${since}, ${until}, ${openedAt}, ${cause}, ${byFace}, ${share},
      ${JSON.stringify(lost)}::text::jsonb, true, ${JSON.stringify(shaded)}::text::jsonb, ${other?.sn ?? null}, ${other?.input ?? null}) on conflict do nothing`;
  if (count === 1) await publishFinding(tx, sid, { ...now, openedAt }, closingOf(until, timezone));
}

const closingOf = (until: Day | null, timezone: string): Date | null =>
  until === null ? null : new Date(dayStartMs(until, timezone));

/** Days whose losses are stored. */
const LOSS_DAYS = 365;

async function update(
  tx: Transaction,
  { sid, timezone, from }: Plant,
  before: StoredFinding,
  now: ComputedFinding,
): Promise<void> {
  const { sn, input, kind, since } = before;
  const { until, share, cause, shaded } = now;
  // Days that are not judged any more stay as they were stored.
  const lost = [...before.lost.filter(([day]) => day < from), ...now.lost].slice(-LOSS_DAYS);
  const lostIsWhole = before.lostIsWhole || since >= from;
  // Without a day with values, the stored ones remain.
  const known = now.lost.length > 0 ? { share, lost, lostIsWhole, cause, shaded } : before;
  await tx`
    update module_findings set until = ${until}, share = ${known.share}, lost = ${JSON.stringify(known.lost)}::text::jsonb,
      lost_is_whole = ${known.lostIsWhole}, shaded = ${JSON.stringify(known.shaded)}::text::jsonb, cause = ${known.cause}
    where sid = ${sid} and sn = ${sn} and input = ${input} and kind = ${kind} and since = ${since}`;
  await republish(tx, sid, { ...before, ...known }, closingOf(until, timezone));
}

async function close(tx: Transaction, sid: string, timezone: string, known: KnownFinding, last: Day): Promise<void> {
  const { sn, input, kind, since } = known;
  await tx`
    update module_findings set until = ${last}
    where sid = ${sid} and sn = ${sn} and input = ${input} and kind = ${kind} and since = ${since}`;
  await closePublished(tx, sid, known, new Date(Math.max(dayStartMs(last, timezone), known.openedAt.getTime())));
}
