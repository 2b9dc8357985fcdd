// From the judged days of a plant's modules to what is found of each: since when, until when, why and what it loses.

import { type FindingCause, WEAK_DAYS } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import { addDays, type Day, daysBetween } from '../../../platform/calendar/rules/localDays.ts';
import { cameSlowly, causeOf, DAYS_BEFORE, type JudgedDay } from './cause.ts';
import type { ModuleFact } from './moduleDay.ts';

/** A judged day of a plant. */
export interface PlantDay {
  day: Day;
  /** Snow may have fallen; it lies for some days. */
  isCold: boolean;
  modules: readonly ModuleFact[];
}

export interface Finding {
  sn: string;
  input: number;
  kind: 'dead' | 'weak';
  /** The first day on which it was. */
  since: Day;
  /** When it began on that day; null: with it. */
  sinceMs: number | null;
  /** The first day on which it was not any more; null: it is. */
  until: Day | null;
  cause: FindingCause;
  /** By its whole roof face, beside another one. */
  byFace: boolean;
  /** Of its neighbours' median, over the days that tell; of a dead one 0. */
  share: number;
  /** Of its last days, the newest last, Wh. */
  lost: readonly (readonly [day: Day, wh: number])[];
}

/** What was open before the first of the days. */
export interface OpenFinding {
  sn: string;
  input: number;
  kind: 'dead' | 'weak';
  since: Day;
  cause: FindingCause;
  byFace: boolean;
}

/** What a module loses is a mean over so many days that tell. */
const LOSS_DAYS = 7;

interface Told {
  day: Day;
  isCold: boolean;
  fact: ModuleFact;
}

/** `days` in order. A module without a day that tells stays as it was: at night, under snow and in the polar night nothing opens and nothing closes. */
export function findingsOf(days: readonly PlantDay[], open: readonly OpenFinding[] = []): Finding[] {
  const byModule = new Map<string, Told[]>();
  const keyOf = ({ sn, input }: { sn: string; input: number }) => `${sn} ${input}`;
  const coldDays = new Set(days.flatMap(({ day, isCold }) => (isCold ? [day] : [])));
  for (const { day, modules } of days) {
    const isCold = [0, 1, 2].some((before) => coldDays.has(addDays(day, -before)));
    for (const fact of modules) {
      if (fact.state === null && !fact.gives) continue;
      const told = byModule.get(keyOf(fact));
      if (told) told.push({ day, isCold, fact });
      else byModule.set(keyOf(fact), [{ day, isCold, fact }]);
    }
  }
  const openOf = Map.groupBy(open, keyOf);
  return [...byModule].flatMap(([key, told]) => {
    const before = openOf.get(key) ?? [];
    const dead = deadRuns(told, before);
    const weak = weakRuns(told, before);
    const isFound = [...dead, ...weak].some(({ until }) => until === null);
    return [...dead, ...weak, ...(isFound ? [] : faceRuns(told, before))];
  });
}

const isDead = ({ fact: { state } }: Told): boolean => state === 'dead' || state === 'noData';
const isWeak = ({ fact: { state } }: Told): boolean => state === 'weak';

/** At once; where snow may lie, on three days close to each other: it slides off one module a day or two after another. */
function deadRuns(told: readonly Told[], open: readonly OpenFinding[]): Finding[] {
  const before = open.find(({ kind }) => kind === 'dead');
  const found: Finding[] = [];
  for (const { since, run, until } of runsOf(told, isDead, 1, before?.since)) {
    const isOpen = since === before?.since;
    const from = isOpen ? 0 : firstSure(run);
    if (from < 0) continue;
    const sure = run.slice(from);
    const first = sure[0] ?? null;
    const cause = sure.at(-1)?.fact.state === 'noData' ? 'noData' : 'dead';
    found.push({
      ...named(told),
      kind: 'dead',
      since: isOpen || !first ? since : first.day,
      sinceMs: isOpen ? null : (first?.fact.fromMs ?? null),
      until,
      cause,
      byFace: false,
      share: 0,
      lost: lossOf(sure),
    });
  }
  return found;
}

const CLOSE_DAYS = 3;

/** Which of the days is the first of what can be no snow; -1: none. */
function firstSure(run: readonly Told[]): number {
  if (run.some(({ isCold }) => !isCold)) return 0;
  return run.findIndex(({ day }, n) => {
    const third = run[n + WEAK_DAYS - 1];
    return third !== undefined && daysBetween(day, third.day) <= CLOSE_DAYS;
  });
}

function weakRuns(all: readonly Told[], open: readonly OpenFinding[]): Finding[] {
  const before = open.find(({ kind, byFace }) => kind === 'weak' && !byFace);
  // Snow slides off one module sooner than off another; where its device held it back, a shade or dirt does not show.
  const told = all.filter(
    (day) => isDead(day) || (!day.isCold && day.fact.state !== null && day.fact.state !== 'clipped'),
  );
  const found: Finding[] = [];
  for (const { since, run, until } of runsOf(told, isWeak, WEAK_DAYS, before?.since)) {
    if (since !== before?.since && run.length < WEAK_DAYS) continue;
    const weak: JudgedDay[] = run
      .slice(-LOSS_DAYS)
      .map(({ fact }) => ({ share: shareOf(fact), halves: fact.halves ?? [] }));
    const earlier = told.flatMap(({ day, fact }) => (day < since && fact.share !== null ? [fact.share] : []));
    const share = weak.length === 0 ? 0 : weak.reduce((sum, day) => sum + day.share, 0) / weak.length;
    const upTo = [...earlier, ...run.slice(0, -weak.length).map(({ fact }) => shareOf(fact))];
    // How it began is told by the days around it alone: what was said of it then stays.
    const isKnown = since === before?.since && (weak.length === 0 || earlier.length < DAYS_BEFORE);
    const cause = before && isKnown ? before.cause : causeOf(weak, upTo);
    found.push({
      ...named(all),
      kind: 'weak',
      since,
      sinceMs: null,
      until,
      cause,
      byFace: false,
      share,
      lost: lossOf(run),
    });
  }
  return found;
}

/** A whole face of the roof beside another one: what lies on all of it none of its modules shows beside its neighbours. */
const WEAK_FACE = 0.75;

function faceRuns(all: readonly Told[], open: readonly OpenFinding[]): Finding[] {
  const before = open.find(({ kind, byFace }) => kind === 'weak' && byFace);
  const clear = all.flatMap((told) => {
    const faceShare = told.fact.clear?.faceShare ?? null;
    return faceShare === null || told.isCold || isDead(told) ? [] : [{ ...told, faceShare }];
  });
  const found: Finding[] = [];
  const isWeakFace = ({ faceShare }: { faceShare: number }) => faceShare < WEAK_FACE;
  for (const { since, run, until } of runsOf(clear, isWeakFace, WEAK_DAYS, before?.since)) {
    const isOpen = since === before?.since;
    if (!isOpen && (until !== null || run.length < WEAK_DAYS)) continue;
    const share = run.length === 0 ? 0 : run.reduce((sum, { faceShare }) => sum + faceShare, 0) / run.length;
    const earlier = clear.flatMap(({ day, faceShare }) => (day < since ? [faceShare] : []));
    const lost = run.length === 0 ? [] : all.filter(({ day }) => day >= since).slice(-LOSS_DAYS);
    const isKnown = isOpen && (run.length === 0 || earlier.length < DAYS_BEFORE);
    found.push({
      ...named(all),
      kind: 'weak',
      since,
      sinceMs: null,
      until,
      cause: before && isKnown ? before.cause : cameSlowly(earlier, firstOf(run).faceShare) ? 'soiling' : 'allDay',
      byFace: true,
      share,
      lost: lost.map(({ day, fact }) => [day, Math.round(fact.madeWh * (1 / share - 1) * 10) / 10] as const),
    });
  }
  return found;
}

const firstOf = <T>([first]: readonly T[]): T => required(first, 'the first day');
const shareOf = ({ share }: Told['fact']): number => required(share, 'the share of a weak module');

function named(told: readonly Told[]): { sn: string; input: number } {
  const { sn, input } = firstOf(told).fact;
  return { sn, input };
}

interface Run<T> {
  since: Day;
  /** Those of its days that are bad. */
  run: T[];
  until: Day | null;
}

/** Bad days up to the first of so many good ones after each other. A run that was open before the first day goes on. */
function* runsOf<T extends { day: Day }>(
  told: readonly T[],
  isBad: (day: T) => boolean,
  goodDays: number,
  openSince: Day | undefined,
): Generator<Run<T>> {
  let run: Run<T> | null = openSince === undefined ? null : { since: openSince, run: [], until: null };
  let opened = openSince !== undefined;
  let good: Day[] = [];
  for (const each of told) {
    // What was before is told already.
    if (openSince !== undefined && each.day < openSince) continue;
    if (isBad(each)) {
      // Three of three: a good day between them starts over, as long as nothing was found.
      if (run && !opened && good.length > 0) run = null;
      run ??= { since: each.day, run: [], until: null };
      run.run.push(each);
      good = [];
      opened ||= run.run.length >= goodDays;
      continue;
    }
    if (!run) continue;
    good.push(each.day);
    if (opened && good.length < goodDays) continue;
    if (opened) yield { ...run, until: firstOf(good) };
    run = null;
    opened = false;
    good = [];
  }
  if (run && opened) yield run;
}

function lossOf(run: readonly Told[]): Finding['lost'] {
  return run.slice(-LOSS_DAYS).map(({ day, fact }) => [day, Math.round(fact.lostWh * 10) / 10] as const);
}
