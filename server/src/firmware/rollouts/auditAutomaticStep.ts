// What a roll-out does by itself is no call, and yet belongs into the log: in the name of whom it acts.
import type { Path } from '@heliograph/contract/calls.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Rollout } from './rolloutRows.ts';

const ANSWERS = 'configuration/ota/rollout/answer' satisfies Path;
const UPDATES = 'configuration/ota/update' satisfies Path;

type Actors = Pick<Rollout, 'id' | 'actsBy' | 'actsFor'>;

export const auditAutomaticStep = (
  tx: Transaction,
  rollout: Actors,
  said: { before: object; after: object },
  at: Date,
) => write(tx, rollout, { ...said, call: ANSWERS, object: `rollout ${rollout.id}` }, at);

/** The begin of one device's update, as a call of its own would write it. */
export const writeBegin = (
  tx: Transaction,
  rollout: Actors,
  { sid, version, after }: { sid: string; version: string; after: object },
  at: Date,
) =>
  write(tx, rollout, { call: UPDATES, object: sid, before: { version }, after: { ...after, rollout: rollout.id } }, at);

async function write(
  tx: Transaction,
  { actsBy, actsFor }: Actors,
  { call, object, before, after }: { call: Path; object: string; before: object; after: object },
  at: Date,
): Promise<void> {
  await tx`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by)
    values (${at}, ${actsBy}, '', ${call}, ${object}, ${JSON.stringify(before)}::text::jsonb,
      ${JSON.stringify(after)}::text::jsonb, audit_seen_by(${actsBy}, ${actsFor}))`;
}
