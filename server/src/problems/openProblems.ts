// Reads the open problems of plants, in the reader's language: the one source of every page, file and message.

import type { Assignment, Doubtful, Problem, ProblemInRow } from '@heliograph/contract/entities/problem.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import {
  actorOf,
  doubtfulFiguresOf,
  type EventCode,
  findingOfEvent,
  isModuleEvent,
  levelOf,
  losesEnergy,
  SEVERITY,
} from '@heliograph/contract/events.ts';
import { required } from '@heliograph/contract/required.ts';
import { peopleById } from '../access/namedPeople.ts';
import { deviceViewers, seesDevicesOf } from '../access/plantViewers.ts';
import { eventTexts } from '../families/eventTexts.ts';
import { PRODUCING_KINDS } from '../families/kinds.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { isoOf } from '../platform/calendar/times.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { kWhOf, moneyText } from '../platform/texts/numbers.ts';
import { messageText } from '../platform/texts/translate.ts';
import { isCounted } from './updateProblems.ts';

interface Row {
  sid: string;
  sn: string;
  code: EventCode;
  openedAt: Date;
  detail: Readonly<Record<string, string>> | null;
  cause: string;
  isLead: boolean;
  level: number;
  isCounted: boolean;
  acknowledgedAt: Date | null;
  acknowledgedByName: string | null;
  note: string;
  assignedTo: number | null;
  assigneeName: string | null;
  dueOn: Day | null;
  lostWh: number | null;
  lostMoney: number | null;
  weekWh: number | null;
  weekMoney: number | null;
  basis: Problem['basis'];
  alias: string | null;
  isProducer: boolean;
  timezone: string;
  currency: string;
}

interface StoredRow extends Omit<Row, 'acknowledgedByName' | 'assigneeName'> {
  acknowledgedBy: number | null;
  seenBy: readonly number[];
}

/** Adds the names of who acknowledged the problems, and of assignees who still see the devices of the plant. */
async function withNames(sql: Transaction, rows: readonly StoredRow[]): Promise<Row[]> {
  const people = await peopleById(
    sql,
    rows.map(({ acknowledgedBy }) => acknowledgedBy),
  );
  const viewers = await deviceViewers(
    sql,
    rows.map(({ assignedTo }) => assignedTo),
  );
  return rows.map((row) => {
    const assignee = viewers.get(row.assignedTo ?? 0);
    return {
      ...row,
      acknowledgedByName: people.get(row.acknowledgedBy ?? 0)?.name ?? null,
      assigneeName: assignee && seesDevicesOf(assignee, row.seenBy) ? assignee.name : null,
    };
  });
}

/** More open events of these plants would add no information. */
const MAX_ROWS = 20_000;

/** Returns the problems of each plant, the most severe first, then the highest weekly loss. The caller has found the plants among the accessible ones. */
export async function problemsOfPlants(
  sql: Transaction,
  sids: readonly string[],
  { language, tellsSources = false }: { language: LanguageCode; tellsSources?: boolean },
): Promise<Map<string, Problem[]>> {
  if (sids.length === 0) return new Map();
  const read = await sql<StoredRow[]>`
    select p.sid, p.sn, p.code, p.opened_at, p.detail, p.cause, p.is_lead, p.level, ${isCounted(sql)} as is_counted, p.acknowledged_at,
      p.acknowledged_by, p.note, p.assigned_to, p.seen_by, p.due_on, p.lost_wh, p.lost_money, p.week_wh, p.week_money, p.loss_basis as basis, d.alias,
      coalesce(k.kind = any (${PRODUCING_KINDS}::text[]), false) as is_producer, s.timezone, s.currency
    from problems p join sites s on s.sid = p.sid left join devices d on d.sid = p.sid and d.sn = p.sn
      left join products k on k.id = d.product_id
    where p.sid in (select unnest(${textArray(sids)}::text::text[])) and p.level > 0
    order by p.sid, p.is_lead desc, p.opened_at, p.sn, p.code limit ${MAX_ROWS}`;
  const rows = await withNames(sql, read);
  const result = new Map<string, Problem[]>();
  for (const [sid, ofPlant] of Map.groupBy(rows, ({ sid }) => sid)) {
    const ranked = [...Map.groupBy(ofPlant, ({ cause }) => cause).values()].map((same) => ({
      problem: problemOf(same, { language, tellsSources }),
      // Of a group as far as it is known, as in fleetProblems.ts.
      weekWh: same.reduce<number | null>((sum, { weekWh }) => (weekWh === null ? sum : (sum ?? 0) + weekWh), null),
    }));
    result.set(
      sid,
      ranked.toSorted(compareRanked).map(({ problem }) => problem),
    );
  }
  return result;
}

/** Returns the same of one plant. */
export async function openProblems(
  sql: Transaction,
  sid: string,
  reader: { language: LanguageCode; tellsSources?: boolean },
): Promise<Problem[]> {
  return (await problemsOfPlants(sql, [sid], reader)).get(sid) ?? [];
}

/** Returns what the row of a plant shows: its worst counted problem and their number. */
export function worstProblem(problems: readonly Problem[] = []): { problem: ProblemInRow | null; problems: number } {
  const counted = problems.filter((problem) => problem.isCounted);
  return { problem: counted[0] ? inRow(counted[0]) : null, problems: counted.length };
}

/** Returns the worst counted problem of each device of a plant, by serial number. */
export function worstByDevice(problems: readonly Problem[]): Map<string, ProblemInRow> {
  const worst = new Map<string, ProblemInRow>();
  for (const problem of problems)
    for (const { sn } of problem.isCounted ? problem.concerns : []) if (!worst.has(sn)) worst.set(sn, inRow(problem));
  return worst;
}

/** Returns the figures that open problems make doubtful, those that somebody has acknowledged included: they are as wrong. */
export const doubtfulOf = (problems: readonly Problem[]): Doubtful =>
  problems.flatMap(({ code, title, doubtful }) => doubtful.map((figure) => ({ figure, code, title })));

/** Returns the same of a plant. */
export async function doubtfulFigures(sql: Transaction, sid: string, language: LanguageCode): Promise<Doubtful> {
  return doubtfulOf(await openProblems(sql, sid, { language }));
}

const inRow = ({ sn, code, startMs, level, title, devices, modules, weekKwh, weekMoney }: Problem): ProblemInRow => ({
  sn,
  code,
  startMs,
  level,
  title,
  devices,
  modules,
  weekKwh,
  weekMoney,
});

const severity = ({ level }: Problem): number => (level === 'fault' ? SEVERITY.fault : SEVERITY.warning);

interface RankedProblem {
  problem: Problem;
  weekWh: number | null;
}

function compareRanked(one: RankedProblem, other: RankedProblem): number {
  return (
    Number(other.problem.isCounted) - Number(one.problem.isCounted) ||
    severity(other.problem) - severity(one.problem) ||
    (other.weekWh ?? -1) - (one.weekWh ?? -1) ||
    one.problem.startMs - other.problem.startMs
  );
}

/** Builds the problem of rows with one cause, of which the first is the lead. */
function problemOf(rows: readonly Row[], reader: { language: LanguageCode; tellsSources: boolean }): Problem {
  const lead = required(rows[0], 'the lead of a problem');
  const { sn, code, detail, timezone, currency } = lead;
  const isOne = rows.length === 1;
  const producers = rows.filter(({ isProducer }) => isProducer);
  const costs = producers.length > 0;
  // If some losses are unknown, their sum would be too low.
  const sumOf = (of: (row: Row) => number | null): number | null => {
    let sum = 0;
    for (const row of producers) {
      const value = of(row);
      if (value === null) return null;
      sum += value;
    }
    return costs ? sum : null;
  };
  const isOfModules = isModuleEvent(code);
  const heardMs = rows.flatMap((row) => (row.detail?.never ? [] : [row.openedAt.getTime()]));
  const since = heardMs.length === 0 ? null : new Date(Math.min(...heardMs));
  const lostWh = sumOf((row) => row.lostWh);
  const weekWh = sumOf((row) => row.weekWh);
  return {
    sn,
    code,
    startMs: lead.openedAt.getTime(),
    level: levelOf(code),
    ...textsOf(rows, reader),
    alias: isOne ? (lead.alias ?? '') : '',
    devices: new Set(rows.map((row) => row.sn)).size,
    modules: isOfModules ? rows.length : 0,
    concerns: rows.flatMap((row) => (row.sn === '' ? [] : [{ sn: row.sn, input: inputOf(row) }])),
    input: isOne ? inputOf(lead) : null,
    sinceIso: isoOf(since, timezone),
    state: lead.acknowledgedAt === null ? 'open' : 'acknowledged',
    note: lead.note,
    acknowledgedBy: lead.acknowledgedByName ?? '',
    acknowledgedIso: isoOf(lead.acknowledgedAt, timezone),
    assigned: assignmentOf(lead),
    isCounted: lead.isCounted,
    actor: actorOf(code, detail?.cause ?? ''),
    doubtful: [...doubtfulFiguresOf(code)],
    costs: costs && losesEnergy(code),
    lostKwh: lostWh === null ? null : kWhOf(lostWh),
    lostMoney: moneyText(
      sumOf((row) => row.lostMoney),
      currency,
    ),
    weekKwh: weekWh === null ? null : kWhOf(weekWh),
    weekMoney: moneyText(
      sumOf((row) => row.weekMoney),
      currency,
    ),
    basis: producers[0]?.basis ?? null,
  };
}

const assignmentOf = ({ assignedTo, assigneeName, dueOn }: Row): Assignment | null =>
  assignedTo === null || assigneeName === null || dueOn === null
    ? null
    : { userId: assignedTo, name: assigneeName, dueDay: dueOn };

const inputOf = ({ detail }: Row): number | null => Number(detail?.input ?? 0) || null;

function textsOf(
  rows: readonly Row[],
  { language, tellsSources }: { language: LanguageCode; tellsSources: boolean },
): { title: string; desc: string } {
  const { sn, code, detail } = required(rows[0], 'the lead of a problem');
  const texts = eventTexts({ sn, code, detail: detail ?? {} }, { language, tellsSources });
  if (rows.length === 1 || !isModuleEvent(code)) return texts;
  const less = rows.reduce((sum, row) => sum + Number(row.detail?.less ?? 0), 0) / rows.length;
  return {
    ...texts,
    title: messageText(language, `findings.several.${findingOfEvent(code)}`, { less: String(Math.round(less)) }),
  };
}
