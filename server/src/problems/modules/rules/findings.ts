// Derives findings from the judged days of a plant's modules: since when, until when, why, and the loss.

import { type FindingCause, WEAK_DAYS } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';
import { cameSlowly, causeOf, DAYS_BEFORE, type JudgedDay } from './cause.ts';
import type { ModuleFact } from './moduleDay.ts';
import { contradictsShade, type Place, type ShadedHalf, shadedHalves } from './shade.ts';
import { type Snow, snowOf } from './snow.ts';

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
  /** Of a shade: the half hours in which it was seen. */
  shaded: readonly ShadedHalf[];
  /** Loss of its days with a value, the newest last, Wh. */
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
  share: number;
  shaded: readonly ShadedHalf[];
}

/** Judged days that show the share and the cause of a weak module. */
const SHARE_DAYS = 7;

interface DatedFact {
  day: Day;
  /** Snow may lie. */
  isCold: boolean;
  /** Snow shows on other modules. */
  isSnowy: boolean;
  fact: ModuleFact;
}

/**
 * Returns findings; `days` are in order, those before `from` show only how cold it was. A module without a judged day is not changed:
 * at night, under snow and in the polar night nothing opens or closes.
 */
export function findingsOf(
  days: readonly PlantDay[],
  { place, open = [], from }: { place: Place; open?: readonly OpenFinding[]; from?: Day },
): Finding[] {
  const byModule = new Map<string, DatedFact[]>();
  const keyOf = ({ sn, input }: { sn: string; input: number }) => `${sn} ${input}`;
  const snow = snowOf(days);
  for (const { day, modules } of days) {
    if (from !== undefined && day < from) continue;
    const isCold = snow.isPossible(day);
    for (const fact of modules) {
      if (fact.state === null && !fact.gives) continue;
      const key = keyOf(fact);
      const dated = { day, isCold, isSnowy: isCold && snow.mayHide(day, fact), fact };
      const facts = byModule.get(key);
      if (facts) facts.push(dated);
      else byModule.set(key, [dated]);
    }
  }
  const openOf = Map.groupBy(open, keyOf);
  return [...byModule].flatMap(([key, facts]) => {
    const before = openOf.get(key) ?? [];
    const dead = deadRuns(facts, before, snow);
    const weak = weakRuns(facts, before, dead, { place, snow });
    const isOpen = [...dead, ...weak].some(({ until }) => until === null);
    return [...dead, ...weak, ...(isOpen ? [] : faceRuns(facts, before))];
  });
}

const isDead = ({ fact: { state } }: DatedFact): boolean => state === 'dead' || state === 'noData';
const isWeak = ({ fact: { state } }: DatedFact): boolean => state === 'weak';

/** Days that confirm a weak module if snow has lain since it was sound: what stays on one module melts or slides off earlier. */
const WEAK_SINCE_SNOW_DAYS = 7;
/** The same for a dead module, which a heap of snow may cover. */
const DEAD_SINCE_SNOW_DAYS = 28;
/** What melting snow takes changes by more, a fault costs about the same share each day. */
const STEADY = 0.05;

/** Finds dead modules on the first day; if snow may lie, once it does not explain it. */
function deadRuns(facts: readonly DatedFact[], open: readonly OpenFinding[], snow: Snow): Finding[] {
  const before = open.find(({ kind }) => kind === 'dead');
  const runs = runsOf(facts, {
    verdictOf: (day) => (isDead(day) ? 'bad' : 'good'),
    opens: (run) => {
      if (!firstOf(run).isCold || isThawed(run)) return true;
      if (isWithoutSnow(facts, run, snow)) return run.length >= WEAK_DAYS;
      return run.filter(({ isSnowy }) => !isSnowy).length >= DEAD_SINCE_SNOW_DAYS;
    },
    goodDays: 1,
    openSince: before?.since,
  });
  return [...runs].map(({ since, run, until }) => {
    const isOpen = since === before?.since;
    const isSure = isOpen || isWithoutSnow(facts, run, snow);
    const sure = isSure
      ? run
      : run.slice(
          Math.max(
            0,
            run.findIndex(({ isSnowy }) => !isSnowy),
          ),
        );
    const first = sure[0] ?? null;
    return {
      ...named(facts),
      kind: 'dead',
      since: isOpen || !first ? since : first.day,
      sinceMs: isOpen ? null : (first?.fact.fromMs ?? null),
      until,
      cause: sure.at(-1)?.fact.state === 'noData' ? 'noData' : 'dead',
      byFace: false,
      share: 0,
      shaded: [],
      lost: lossOf(sure),
    };
  });
}

/** Whether the plant shows no snow since the module was sound. */
function isWithoutSnow(facts: readonly DatedFact[], run: readonly DatedFact[], snow: Snow): boolean {
  const { day } = firstOf(run);
  const before = facts.findLast((one) => one.day < day && one.fact.state !== null);
  return (
    before?.fact.state === 'sound' && snow.isNone(before.day, required(run.at(-1), 'the last day').day, before.fact.sn)
  );
}

const isThawed = (run: readonly DatedFact[]): boolean => run.filter(({ isCold }) => !isCold).length >= WEAK_DAYS;

function isSteady(run: readonly DatedFact[]): boolean {
  const shares = sharesOf(run);
  return Math.max(...shares) - Math.min(...shares) <= STEADY;
}

function weakRuns(
  all: readonly DatedFact[],
  open: readonly OpenFinding[],
  dead: readonly Finding[],
  { place, snow }: { place: Place; snow: Snow },
): Finding[] {
  const before = open.find(({ kind, byFace }) => kind === 'weak' && !byFace);
  const isFoundDead = ({ day }: DatedFact) =>
    dead.some(({ since, until }) => day >= since && (until === null || day < until));
  // While its device was at its limit, shade or dirt is not visible; a module under snow looks weak or dead.
  const facts = all.filter((day) =>
    isDead(day)
      ? !day.isCold || isFoundDead(day)
      : !day.isSnowy && day.fact.state !== null && day.fact.state !== 'clipped',
  );
  const causeIn = (since: Day, run: readonly DatedFact[]): FindingCause => {
    const weak = run.slice(-SHARE_DAYS);
    const earlier = sharesOf(facts.filter(({ day }) => day < since));
    // Only the days around its start show how it began: the cause determined then remains.
    if (before?.since === since && (weak.length === 0 || earlier.length < DAYS_BEFORE)) return before.cause;
    return causeOf(weak.map(judged), [...earlier, ...sharesOf(run.slice(0, -weak.length))]);
  };
  const shadedIn = (since: Day, until: Day | null): ShadedHalf[] =>
    shadedHalves(
      before?.since === since ? before.shaded : [],
      facts.filter(({ day }) => day >= since && (until === null || day < until)).map(withHalves),
      place,
    );
  const runs = runsOf(facts, {
    verdictOf: (dated, run) => {
      if (isWeak(dated)) return 'bad';
      if (!run || isDead(dated) || causeIn(run.since, run.run) !== 'shade') return 'good';
      const shaded = shadedIn(run.since, dated.day);
      return shaded.length === 0 || contradictsShade(shaded, withHalves(dated), place) ? 'good' : null;
    },
    opens: (run) => {
      if (isThawed(run)) return true;
      const days = isWithoutSnow(facts, run, snow) ? WEAK_DAYS : WEAK_SINCE_SNOW_DAYS;
      return run.length >= days && (isSteady(run.slice(-days)) || causeIn(firstOf(run).day, run) === 'shade');
    },
    goodDays: WEAK_DAYS,
    openSince: before?.since,
  });
  return [...runs].map(({ since, run, until }) => {
    const weak = run.slice(-SHARE_DAYS).map(({ fact }) => shareOf(fact));
    const cause = causeIn(since, run);
    const during = facts.filter(({ day }) => day >= since && (until === null || day < until));
    return {
      ...named(all),
      kind: 'weak',
      since,
      sinceMs: null,
      until,
      cause,
      byFace: false,
      share: weak.length === 0 ? (before?.share ?? 0) : weak.reduce((sum, share) => sum + share, 0) / weak.length,
      shaded: cause === 'shade' ? shadedIn(since, until) : [],
      // Clouds and the season hide a shadow on some days.
      lost: lossOf(cause === 'shade' ? during : run),
    };
  });
}

const sharesOf = (facts: readonly DatedFact[]): number[] => facts.flatMap(({ fact }) => fact.share ?? []);
const judged = ({ fact }: DatedFact): JudgedDay => ({ share: shareOf(fact), halves: fact.halves ?? [] });
const withHalves = ({ day, fact }: DatedFact) => ({ day, halves: fact.halves ?? [] });

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
  const runs = runsOf(clear, {
    verdictOf: (day) => (isWeakFace(day) ? 'bad' : 'good'),
    opens: (run) => run.length >= WEAK_DAYS,
    goodDays: WEAK_DAYS,
    openSince: before?.since,
  });
  for (const { since, run, until } of runs) {
    const isOpen = since === before?.since;
    if (!isOpen && (until !== null || run.length < WEAK_DAYS)) continue;
    const share = run.length === 0 ? 0 : run.reduce((sum, { faceShare }) => sum + faceShare, 0) / run.length;
    const earlier = clear.flatMap(({ day, faceShare }) => (day < since ? [faceShare] : []));
    const lost = run.length === 0 ? [] : all.filter(({ day }) => day >= since);
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
      shaded: [],
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

interface RunRules<T> {
  /** Null: the day shows neither. `run`: the confirmed run that it may continue or end. */
  verdictOf: (day: T, run: Run<T> | null) => 'bad' | 'good' | null;
  /** Whether bad days without a good one in between confirm a run. */
  opens: (bad: readonly T[]) => boolean;
  /** Consecutive good days that end a confirmed run. */
  goodDays: number;
  /** Start of a run that was confirmed before the first day. */
  openSince: Day | undefined;
}

/** Yields confirmed runs of bad days, each until the first of the good days that end it. */
function* runsOf<T extends { day: Day }>(
  facts: readonly T[],
  { verdictOf, opens, goodDays, openSince }: RunRules<T>,
): Generator<Run<T>> {
  let run: Run<T> | null = openSince === undefined ? null : { since: openSince, run: [], until: null };
  let opened = openSince !== undefined;
  let good: Day[] = [];
  for (const fact of facts) {
    // Earlier days belong to stored findings.
    if (openSince !== undefined && fact.day < openSince) continue;
    const verdict = verdictOf(fact, opened ? run : null);
    if (verdict === 'bad') {
      run ??= { since: fact.day, run: [], until: null };
      run.run.push(fact);
      good = [];
      opened ||= opens(run.run);
      continue;
    }
    if (!run || verdict === null) continue;
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
  return run.map(({ day, fact }) => [day, Math.round(fact.lostWh * 10) / 10] as const);
}
