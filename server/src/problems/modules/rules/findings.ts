// Derives findings from the judged days of a plant's modules: since when, until when, why, and the loss.

import { type FindingCause, WEAK_DAYS } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import { addDays, type Day, daysBetween } from '../../../platform/calendar/rules/localDays.ts';
import { cameSlowly, causeOf, DAYS_BEFORE, type JudgedDay } from './cause.ts';
import type { ModuleFact } from './moduleDay.ts';

/** A judged day of a plant. */
export interface PlantDay {
  day: Day;
  /** Snow may have fallen; it stays for a few days. */
  isCold: boolean;
  modules: readonly ModuleFact[];
}

export interface Finding {
  sn: string;
  input: number;
  kind: 'dead' | 'weak';
  /** The first day of the problem. */
  since: Day;
  /** When it began on that day; null: at its start. */
  sinceMs: number | null;
  /** The first day without the problem; null: it continues. */
  until: Day | null;
  cause: FindingCause;
  /** Whether its whole roof face is weak, compared with another one. */
  byFace: boolean;
  /** Relative to its neighbours' median, over the judged days; 0 for a dead module. */
  share: number;
  /** Loss of its last days, the newest last, Wh. */
  lost: readonly (readonly [day: Day, wh: number])[];
}

/** A finding that was open before the first of the days. */
export interface OpenFinding {
  sn: string;
  input: number;
  kind: 'dead' | 'weak';
  since: Day;
  cause: FindingCause;
  byFace: boolean;
}

/** Judged days over which the mean loss of a module is computed. */
const LOSS_DAYS = 7;

interface DatedFact {
  day: Day;
  isCold: boolean;
  fact: ModuleFact;
}

/** Returns findings; `days` are in order. A module without a judged day is not changed: at night, under snow and in the polar night nothing opens or closes. */
export function findingsOf(days: readonly PlantDay[], open: readonly OpenFinding[] = []): Finding[] {
  const byModule = new Map<string, DatedFact[]>();
  const keyOf = ({ sn, input }: { sn: string; input: number }) => `${sn} ${input}`;
  const coldDays = new Set(days.flatMap(({ day, isCold }) => (isCold ? [day] : [])));
  for (const { day, modules } of days) {
    const isCold = [0, 1, 2].some((before) => coldDays.has(addDays(day, -before)));
    for (const fact of modules) {
      if (fact.state === null && !fact.gives) continue;
      const facts = byModule.get(keyOf(fact));
      if (facts) facts.push({ day, isCold, fact });
      else byModule.set(keyOf(fact), [{ day, isCold, fact }]);
    }
  }
  const openOf = Map.groupBy(open, keyOf);
  return [...byModule].flatMap(([key, facts]) => {
    const before = openOf.get(key) ?? [];
    const dead = deadRuns(facts, before);
    const weak = weakRuns(facts, before);
    const isOpen = [...dead, ...weak].some(({ until }) => until === null);
    return [...dead, ...weak, ...(isOpen ? [] : faceRuns(facts, before))];
  });
}

const isDead = ({ fact: { state } }: DatedFact): boolean => state === 'dead' || state === 'noData';
const isWeak = ({ fact: { state } }: DatedFact): boolean => state === 'weak';

/** Finds dead modules on the first day; if snow may lie, after three days close together: snow slides off one module a day or two after another. */
function deadRuns(facts: readonly DatedFact[], open: readonly OpenFinding[]): Finding[] {
  const before = open.find(({ kind }) => kind === 'dead');
  const findings: Finding[] = [];
  for (const { since, run, until } of runsOf(facts, isDead, 1, before?.since)) {
    const isOpen = since === before?.since;
    const from = isOpen ? 0 : firstSure(run);
    if (from < 0) continue;
    const sure = run.slice(from);
    const first = sure[0] ?? null;
    const cause = sure.at(-1)?.fact.state === 'noData' ? 'noData' : 'dead';
    findings.push({
      ...named(facts),
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
  return findings;
}

const CLOSE_DAYS = 3;

/** Returns the index of the first day that cannot be explained by snow; -1: none. */
function firstSure(run: readonly DatedFact[]): number {
  if (run.some(({ isCold }) => !isCold)) return 0;
  return run.findIndex(({ day }, n) => {
    const third = run[n + WEAK_DAYS - 1];
    return third !== undefined && daysBetween(day, third.day) <= CLOSE_DAYS;
  });
}

function weakRuns(all: readonly DatedFact[], open: readonly OpenFinding[]): Finding[] {
  const before = open.find(({ kind, byFace }) => kind === 'weak' && !byFace);
  // Snow slides off one module sooner than off another; while its device was at its limit, shade or dirt is not visible.
  const facts = all.filter(
    (day) => isDead(day) || (!day.isCold && day.fact.state !== null && day.fact.state !== 'clipped'),
  );
  const findings: Finding[] = [];
  for (const { since, run, until } of runsOf(facts, isWeak, WEAK_DAYS, before?.since)) {
    if (since !== before?.since && run.length < WEAK_DAYS) continue;
    const weak: JudgedDay[] = run
      .slice(-LOSS_DAYS)
      .map(({ fact }) => ({ share: shareOf(fact), halves: fact.halves ?? [] }));
    const earlier = facts.flatMap(({ day, fact }) => (day < since && fact.share !== null ? [fact.share] : []));
    const share = weak.length === 0 ? 0 : weak.reduce((sum, day) => sum + day.share, 0) / weak.length;
    const upTo = [...earlier, ...run.slice(0, -weak.length).map(({ fact }) => shareOf(fact))];
    // Only the days around its start show how it began: the cause determined then remains.
    const isKnown = since === before?.since && (weak.length === 0 || earlier.length < DAYS_BEFORE);
    const cause = before && isKnown ? before.cause : causeOf(weak, upTo);
    findings.push({
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
  return findings;
}

/** Share of another roof face below which a whole face is weak: dirt on all of it does not show in a comparison of neighbours. */
const WEAK_FACE = 0.75;

function faceRuns(all: readonly DatedFact[], open: readonly OpenFinding[]): Finding[] {
  const before = open.find(({ kind, byFace }) => kind === 'weak' && byFace);
  const clear = all.flatMap((day) => {
    const faceShare = day.fact.clear?.faceShare ?? null;
    return faceShare === null || day.isCold || isDead(day) ? [] : [{ ...day, faceShare }];
  });
  const findings: Finding[] = [];
  const isWeakFace = ({ faceShare }: { faceShare: number }) => faceShare < WEAK_FACE;
  for (const { since, run, until } of runsOf(clear, isWeakFace, WEAK_DAYS, before?.since)) {
    const isOpen = since === before?.since;
    if (!isOpen && (until !== null || run.length < WEAK_DAYS)) continue;
    const share = run.length === 0 ? 0 : run.reduce((sum, { faceShare }) => sum + faceShare, 0) / run.length;
    const earlier = clear.flatMap(({ day, faceShare }) => (day < since ? [faceShare] : []));
    const lost = run.length === 0 ? [] : all.filter(({ day }) => day >= since).slice(-LOSS_DAYS);
    const isKnown = isOpen && (run.length === 0 || earlier.length < DAYS_BEFORE);
    findings.push({
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
  return findings;
}

const firstOf = <T>([first]: readonly T[]): T => required(first, 'the first day');
const shareOf = ({ share }: DatedFact['fact']): number => required(share, 'the share of a weak module');

function named(facts: readonly DatedFact[]): { sn: string; input: number } {
  const { sn, input } = firstOf(facts).fact;
  return { sn, input };
}

interface Run<T> {
  since: Day;
  /** Its bad days. */
  run: T[];
  until: Day | null;
}

/** Yields runs of bad days, each until the first of `goodDays` consecutive good ones. A run that was open before the first day continues. */
function* runsOf<T extends { day: Day }>(
  facts: readonly T[],
  isBad: (day: T) => boolean,
  goodDays: number,
  openSince: Day | undefined,
): Generator<Run<T>> {
  let run: Run<T> | null = openSince === undefined ? null : { since: openSince, run: [], until: null };
  let opened = openSince !== undefined;
  let good: Day[] = [];
  for (const fact of facts) {
    // Earlier days belong to stored findings.
    if (openSince !== undefined && fact.day < openSince) continue;
    if (isBad(fact)) {
      // Before a run is confirmed, a good day in between starts it over.
      if (run && !opened && good.length > 0) run = null;
      run ??= { since: fact.day, run: [], until: null };
      run.run.push(fact);
      good = [];
      opened ||= run.run.length >= goodDays;
      continue;
    }
    if (!run) continue;
    good.push(fact.day);
    if (opened && good.length < goodDays) continue;
    if (opened) yield { ...run, until: firstOf(good) };
    run = null;
    opened = false;
    good = [];
  }
  if (run && opened) yield run;
}

function lossOf(run: readonly DatedFact[]): Finding['lost'] {
  return run.slice(-LOSS_DAYS).map(({ day, fact }) => [day, Math.round(fact.lostWh * 10) / 10] as const);
}
