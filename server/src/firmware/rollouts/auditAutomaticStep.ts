// Audit lines for automatic steps of a roll-out, in the name of the user it acts for, as no call writes them.
import type { Path } from '@heliograph/contract/calls.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Rollout } from './rolloutRows.ts';

const ANSWER_CALL = 'configuration/ota/rollout/answer' satisfies Path;
const UPDATE_CALL = 'configuration/ota/update' satisfies Path;

type ActingRollout = Pick<Rollout, 'id' | 'actsBy' | 'actsFor'>;

export const auditAutomaticStep = (
  tx: Transaction,
  rollout: ActingRollout,
  values: { before: object; after: object },
  at: Date,
) => write(tx, rollout, { ...values, call: ANSWER_CALL, object: `rollout ${rollout.id}` }, at);

/** Writes the audit line for the start of one device's update, as a single update call would. */
export const auditUpdateStart = (
  tx: Transaction,
  rollout: ActingRollout,
  { sid, version, after }: { sid: string; version: string; after: object },
  at: Date,
) =>
  write(
    tx,
    rollout,
    { call: UPDATE_CALL, object: sid, before: { version }, after: { ...after, rollout: rollout.id } },
    at,
  );

async function write(
  tx: Transaction,
  { actsBy, actsFor }: ActingRollout,
  { call, object, before, after }: { call: Path; object: string; before: object; after: object },
  at: Date,
): Promise<void> {
  await tx`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by)
    values (${at}, ${actsBy}, '', ${call}, ${object}, ${JSON.stringify(before)}::text::jsonb,
      ${JSON.stringify(after)}::text::jsonb, audit_seen_by(${actsBy}, ${actsFor}))`;
}
