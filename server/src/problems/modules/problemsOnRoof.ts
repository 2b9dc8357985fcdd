// Problems of modules and of their devices, open now or on a day, for the layout and its playback.
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { type EventCode, type EventLevel, levelOf, MODULE_EVENTS } from '@heliograph/contract/events.ts';
import type { FindingKind } from '@heliograph/contract/moduleFindings.ts';
import type { ErrorCode } from '@heliograph/contract/statuses.ts';
import { eventTexts } from '../../families/eventTexts.ts';
import { type Day, dayStartMs } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { alertsOfDay } from '../deviceEvents/eventStatistics.ts';
import { findingTexts } from './moduleFindings.ts';

export interface ModuleProblem {
  sn: string;
  /** 0: all modules of the device. */
  input: number;
  code: EventCode;
  title: string;
  level: EventLevel;
  /** Null: unknown, as the device has never reported. */
  sinceIso: string | null;
}

/** Errors that are normal, as at dusk, are no problem to mark. */
const isProblem = ({ level }: { level: EventLevel }): boolean => level !== 'info';

/** Returns the problems of one plant (problems/openProblems.ts) by module; of a device for all of its modules. */
export const openProblemsOfModules = (problems: readonly Problem[]): ModuleProblem[] =>
  problems.flatMap(({ concerns, code, title, level, sinceIso }) =>
    concerns.map(({ sn, input }) => ({ sn, input: input ?? 0, code, title, level, sinceIso })),
  );

function ofDevice(sn: string, code: ErrorCode | 'silence', language: LanguageCode): Omit<ModuleProblem, 'sinceIso'> {
  const { title } = eventTexts({ sn, code, detail: {} }, { language, tellsSources: false });
  return { sn, input: 0, code, title, level: levelOf(code) };
}

interface DaySlots {
  fromMs: number;
  toMs: number;
  stepS: number;
  count: number;
}

/** A problem in slots of a day. */
export interface PlayedProblem extends Omit<ModuleProblem, 'sinceIso'> {
  /** The first slot in which it was open, and the first after it. */
  from: number;
  until: number;
}

/** More problems of one day could not be distinguished on a roof. */
const MAX_PROBLEMS = 10_000;

type Finding = Parameters<typeof findingTexts>[0] & { kind: FindingKind; openedAt: Date; until: Day | null };

/** Returns the problems that were open on a day, in its slots. The caller has found the plant among the accessible ones. */
export async function problemsOfDay(
  sql: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  slots: DaySlots,
  language: LanguageCode,
): Promise<PlayedProblem[]> {
  const { fromMs, toMs, stepS, count } = slots;
  const slotOf = (ms: number) => Math.floor((ms - fromMs) / (stepS * 1000));
  const [alerts, silences, findings] = await Promise.all([
    alertsOfDay(sql, sid, slots),
    sql<{ sn: string; openedAt: Date; closedAt: Date | null }[]>`
      select sn, opened_at, closed_at from events
      where sid = ${sid} and code = 'silence' and opened_at < ${new Date(toMs)}
        and coalesce(closed_at, 'infinity') >= ${new Date(fromMs)}
      order by opened_at, sn limit ${MAX_PROBLEMS}`,
    sql<Finding[]>`
      select sn, input, kind, cause, share, other_sn, other_input, opened_at, until from module_findings
      where sid = ${sid} and opened_at < ${new Date(toMs)} order by opened_at desc, sn, input limit ${MAX_PROBLEMS}`,
  ]);
  const between = (openedMs: number, closedMs: number | null) => ({
    from: Math.max(0, slotOf(openedMs)),
    until: closedMs === null ? count : Math.min(count, slotOf(closedMs - 1) + 1),
  });
  const ofModules = findings.flatMap((finding): PlayedProblem[] => {
    const { sn, input, openedAt, until } = finding;
    const closedMs = until === null ? null : dayStartMs(until, timezone);
    if (closedMs !== null && closedMs <= Math.max(fromMs, openedAt.getTime())) return [];
    const code = MODULE_EVENTS[finding.kind];
    const { title } = findingTexts(finding, language);
    return [{ sn, input, code, title, level: levelOf(code), ...between(openedAt.getTime(), closedMs) }];
  });
  const ofDevices = [
    ...silences.map(({ sn, openedAt, closedAt }) => ({
      ...ofDevice(sn, 'silence', language),
      ...between(openedAt.getTime(), closedAt?.getTime() ?? null),
    })),
    ...alerts.map(({ sn, code, from, until }) => ({ ...ofDevice(sn, code, language), from, until })),
  ];
  return [...ofModules, ...ofDevices].filter(isProblem);
}
