// Publishes findings as events of their devices; the only place that does.
import { MODULE_EVENTS } from '@heliograph/contract/events.ts';
import type { FindingCause, FindingKind } from '@heliograph/contract/moduleFindings.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';

/** A finding as stored. */
export interface KnownFinding {
  sn: string;
  input: number;
  kind: FindingKind;
  since: Day;
  until: Day | null;
  openedAt: Date;
  cause: FindingCause;
  byFace: boolean;
  share: number;
  lost: readonly (readonly [day: Day, wh: number])[];
  /** Whether `lost` has all days since it began. */
  lostIsWhole: boolean;
  otherSn: string | null;
  otherInput: number | null;
}

type PublishedFinding = Pick<KnownFinding, 'sn' | 'input' | 'kind' | 'cause' | 'share' | 'openedAt'>;

/** Publishes a finding once, in the transaction that stores it. `closedAt`: its end, if it was over when it was found. */
export async function publishFinding(
  tx: Transaction,
  sid: string,
  finding: PublishedFinding & { other: { sn: string; input: number } | null },
  closedAt: Date | null,
): Promise<void> {
  const { sn, kind, openedAt, other } = finding;
  await tx`
    insert into events (sid, sn, code, opened_at, closed_at, detail)
    values (${sid}, ${sn}, ${MODULE_EVENTS[kind]}, ${openedAt}, ${closedAt}, ${JSON.stringify(detailOf(finding, other))}::text::jsonb)
    on conflict do nothing`;
}

/** Updates a published finding; its acknowledgement remains. */
export async function republish(
  tx: Transaction,
  sid: string,
  finding: KnownFinding,
  closedAt: Date | null,
): Promise<void> {
  const { sn, kind, openedAt, otherSn, otherInput } = finding;
  const other = otherSn === null ? null : { sn: otherSn, input: otherInput ?? 0 };
  const until = closedAt && closedAt < openedAt ? openedAt : closedAt;
  await tx`
    update events set closed_at = ${until}, detail = ${JSON.stringify(detailOf(finding, other))}::text::jsonb
    where sid = ${sid} and sn = ${sn} and code = ${MODULE_EVENTS[kind]} and opened_at = ${openedAt}`;
}

export async function closePublished(
  tx: Transaction,
  sid: string,
  finding: PublishedFinding,
  closedAt: Date,
): Promise<void> {
  const { sn, kind, openedAt } = finding;
  await tx`
    update events set closed_at = ${closedAt}
    where sid = ${sid} and sn = ${sn} and code = ${MODULE_EVENTS[kind]} and opened_at = ${openedAt} and closed_at is null`;
}

/** Returns the values in the texts of the event (families/eventTexts.ts). */
function detailOf(
  { input, cause, share }: Pick<PublishedFinding, 'input' | 'cause' | 'share'>,
  other: { sn: string; input: number } | null,
): Record<string, string> {
  return {
    ...(input > 0 ? { input: String(input) } : {}),
    cause,
    less: String(Math.round((1 - share) * 100)),
    ...(other ? { other: other.input > 0 ? `${other.sn}_${other.input}` : other.sn } : {}),
  };
}
