// What is wrong with a plant's modules now, and what each loses a week: overview and the module's page tell the same.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { FindingCause, FindingKind } from '@heliograph/contract/moduleFindings.ts';
import { readDayPrices } from '../../energy/money/dayPrices.ts';
import { eventTexts } from '../../families/eventTexts.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { lostAWeek } from './rules/weeklyLoss.ts';

export interface ModuleFinding {
  sn: string;
  alias: string;
  /** 0: all of the device. */
  input: number;
  kind: FindingKind;
  since: Day;
  openedAt: Date;
  cause: FindingCause;
  /** Of its neighbours' median, 0 to 1. */
  share: number;
  otherSn: string | null;
  otherInput: number | null;
  /** Null: no day tells. */
  week: { wh: number; money: number | null } | null;
}

const CODES = { dead: 'deadModule', weak: 'weakModule', swapped: 'swappedModules' } as const;
type Words = Pick<ModuleFinding, 'sn' | 'input' | 'kind' | 'cause' | 'share' | 'otherSn' | 'otherInput'>;

export const codeOfFinding = ({ kind }: Pick<ModuleFinding, 'kind'>) => CODES[kind];

/** The title and explanation of its event. */
export function findingTexts(finding: Words, language: LanguageCode): { title: string; desc: string } {
  const { sn, input, cause, share, otherSn, otherInput } = finding;
  const detail: Record<string, string> = {
    cause,
    less: lessOf(share),
    ...(input > 0 ? { input: String(input) } : {}),
    ...(otherSn === null ? {} : { other: otherInput ? `${otherSn}_${otherInput}` : otherSn }),
  };
  return eventTexts({ sn, code: codeOfFinding(finding), detail }, { language, tellsSources: false });
}

/** Per cent less than its neighbours. */
export const lessOf = (share: number): string => String(Math.round((1 - share) * 100));

/** More of one plant say nothing new. */
const AT_MOST = 1_000;

/** Of a plant that was found among the visible ones, or of one device of it. */
export async function openModuleFindings(sql: Transaction, sid: string, sn?: string): Promise<ModuleFinding[]> {
  const rows = await sql<(Omit<ModuleFinding, 'week'> & { lost: [day: Day, wh: number][] })[]>`
    select f.sn, d.alias, f.input, f.kind, f.since, f.opened_at, f.cause, f.share, f.other_sn, f.other_input, f.lost
    from module_findings f join devices d on d.sid = f.sid and d.sn = f.sn
    where f.sid = ${sid} and f.until is null and d.removed_at is null ${sn === undefined ? sql`` : sql`and f.sn = ${sn}`}
    order by f.sn, f.input, f.kind limit ${AT_MOST}`;
  const days = rows.flatMap(({ lost }) => lost.map(([day]) => day)).toSorted();
  const prices =
    days.length === 0 ? () => undefined : await readDayPrices(sql, sid, { from: days[0]!, to: days.at(-1)! });
  return rows.map(({ lost, ...finding }) => ({ ...finding, week: lostAWeek(lost, prices) }));
}
