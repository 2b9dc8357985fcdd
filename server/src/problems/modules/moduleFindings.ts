// Open findings of a plant's modules and their weekly losses, the same for the overview and the module's page.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { MODULE_EVENTS } from '@heliograph/contract/events.ts';
import type { FindingCause, FindingKind } from '@heliograph/contract/moduleFindings.ts';
import { readDayPrices } from '../../energy/money/dayPrices.ts';
import { eventTexts } from '../../families/eventTexts.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { lostAWeek, lostInAll } from './rules/weeklyLoss.ts';

export interface ModuleFinding {
  sn: string;
  alias: string;
  /** 0: the whole device. */
  input: number;
  kind: FindingKind;
  since: Day;
  openedAt: Date;
  cause: FindingCause;
  /** Power relative to the neighbours' median, 0 to 1. */
  share: number;
  otherSn: string | null;
  otherInput: number | null;
  /** Mean loss a week; null: no day has a value. */
  week: { wh: number; money: number | null } | null;
  /** Loss of all days with a value since it began; null: unknown. */
  soFar: { wh: number; money: number | null } | null;
}

type FindingFacts = Pick<ModuleFinding, 'sn' | 'input' | 'kind' | 'cause' | 'share' | 'otherSn' | 'otherInput'>;

/** Returns the title and explanation of the finding's event. */
export function findingTexts(finding: FindingFacts, language: LanguageCode): { title: string; desc: string } {
  const { sn, input, kind, cause, share, otherSn, otherInput } = finding;
  const detail: Record<string, string> = {
    cause,
    less: lessOf(share),
    ...(input > 0 ? { input: String(input) } : {}),
    ...(otherSn === null ? {} : { other: otherInput ? `${otherSn}_${otherInput}` : otherSn }),
  };
  return eventTexts({ sn, code: MODULE_EVENTS[kind], detail }, { language, tellsSources: false });
}

/** Returns how many per cent less than its neighbours a module produces. */
export const lessOf = (share: number): string => String(Math.round((1 - share) * 100));

/** More findings of one plant would add no information. */
const MAX_FINDINGS = 1_000;

/** Returns the open findings of a plant, which the caller has found among the accessible ones, or of one of its devices. */
export async function openModuleFindings(sql: Transaction, sid: string, sn?: string): Promise<ModuleFinding[]> {
  const rows = await sql<
    (Omit<ModuleFinding, 'week' | 'soFar'> & { lost: [day: Day, wh: number][]; lostIsWhole: boolean })[]
  >`
    select f.sn, d.alias, f.input, f.kind, f.since, f.opened_at, f.cause, f.share, f.other_sn, f.other_input, f.lost, f.lost_is_whole
    from module_findings f join devices d on d.sid = f.sid and d.sn = f.sn
    where f.sid = ${sid} and f.until is null and d.removed_at is null ${sn === undefined ? sql`` : sql`and f.sn = ${sn}`}
    order by f.sn, f.input, f.kind limit ${MAX_FINDINGS}`;
  const days = rows.flatMap(({ lost }) => lost.map(([day]) => day)).toSorted();
  const prices =
    days.length === 0 ? () => undefined : await readDayPrices(sql, sid, { from: days[0]!, to: days.at(-1)! });
  return rows.map(({ lost, lostIsWhole, ...finding }) => ({
    ...finding,
    week: lostAWeek(lost, prices),
    soFar: lostIsWhole ? lostInAll(lost, prices) : null,
  }));
}
