// What dead and weak modules have lost until they were sound again, for reports and notices.
import { type EventCode, MODULE_EVENTS } from '@heliograph/contract/events.ts';
import type { FindingKind } from '@heliograph/contract/moduleFindings.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { instantArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { ModuleFact } from './rules/moduleDay.ts';

/** The event of a finding. */
export interface FindingEvent {
  sn: string;
  code: EventCode;
  openedAt: Date;
}

/** Whether such an event is of a finding that loses energy. */
export const losesAsModule = (code: EventCode): boolean => code === 'deadModule' || code === 'weakModule';

interface FindingLoss {
  input: number;
  /** Wh. */
  days: ReadonlyMap<Day, number>;
}

interface StoredLoss {
  sn: string;
  input: number;
  kind: FindingKind;
  openedAt: Date;
  since: Day;
  until: Day | null;
  byFace: boolean;
  lost: [day: Day, wh: number][];
  lostIsWhole: boolean;
}

/**
 * Returns the losses of findings by day, in the order of their events; null: unknown. They are stored with the finding; one from
 * before all of its days were stored is valued by the days on which its module was compared, while these are still stored.
 */
export async function findingLosses(
  tx: Transaction,
  sid: string,
  events: readonly FindingEvent[],
): Promise<(FindingLoss | null)[]> {
  if (events.length === 0) return [];
  const findings = await tx<StoredLoss[]>`
    select f.sn, f.input, f.kind, f.opened_at, f.since, f.until, f.by_face, f.lost, f.lost_is_whole from module_findings f
    where f.sid = ${sid} and (f.sn, f.opened_at) in (select unnest(${textArray(events.map(({ sn }) => sn))}::text::text[]),
      unnest(${instantArray(events.map(({ openedAt }) => openedAt.getTime()))}::text::timestamptz[]))`;
  const judged = findings.every(({ lostIsWhole }) => lostIsWhole)
    ? []
    : await tx<
        { day: Day; modules: ModuleFact[] }[]
      >`select day, modules from judged_days where sid = ${sid} order by day`;
  const byEvent = new Map(
    findings.map((finding) => [keyOf({ ...finding, code: MODULE_EVENTS[finding.kind] }), finding]),
  );
  return events.map((event) => {
    const finding = byEvent.get(keyOf(event));
    if (!finding) return null;
    const { input, since, until } = finding;
    const lost = lostOf(finding, judged)?.filter(([day]) => day >= since && (until === null || day < until)) ?? [];
    return lost.length === 0 ? null : { input, days: new Map(lost) };
  });
}

const keyOf = ({ sn, code, openedAt }: FindingEvent): string => `${sn} ${code} ${openedAt.getTime()}`;

function lostOf(
  { sn, input, since, byFace, lost, lostIsWhole }: StoredLoss,
  judged: readonly { day: Day; modules: readonly ModuleFact[] }[],
): readonly (readonly [day: Day, wh: number])[] | null {
  if (lostIsWhole) return lost;
  const first = judged[0]?.day;
  if (first === undefined || since < first || byFace) return null;
  return judged.flatMap(({ day, modules }) =>
    modules
      .filter((fact) => fact.sn === sn && fact.input === input && fact.state !== null)
      .map(({ lostWh }) => [day, lostWh] as const),
  );
}
