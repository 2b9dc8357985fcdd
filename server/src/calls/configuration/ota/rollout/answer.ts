// configuration/ota/rollout/answer: pauses, resumes or stops a roll-out; what was not sent yet is taken back by whoever runs it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { RolloutAction, RolloutAnswer, RolloutState } from '@heliograph/contract/rollouts.ts';
import { assertMayControl } from '../../../../commands/controlRights.ts';
import { accessibleRollouts, rolloutChannel } from '../../../../firmware/rollouts/accessibleRollouts.ts';
import {
  historyWith,
  lockedRollout,
  mayRollOut,
  presentRollouts,
  type Rollout,
  rolloutsWhere,
} from '../../../../firmware/rollouts/rolloutRows.ts';
import { NOTIFY_CHANNEL } from '../../../../ingest/notifySites.ts';
import { beginChange } from '../../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

const BECOMES: Record<RolloutAnswer, { state: RolloutState; what: RolloutAction }> = {
  pause: { state: 'paused', what: 'paused' },
  resume: { state: 'running', what: 'resumed' },
  stop: { state: 'stopped', what: 'stopped' },
};

export const configurationOtaRolloutAnswer: Handler<'configuration/ota/rollout/answer'> = async (
  { id, answer, revision },
  caller,
) => {
  const { sql, session, at, noteAudit } = caller;
  const { userId, companyId } = session;
  assertMayControl(session);
  const [seen] = await rolloutsWhere(sql, sql`u.id = ${id} and ${accessibleRollouts(sql, session)}`);
  if (!seen) throw new Refusal('rolloutNotFound');
  if (!mayRollOut(session)) throw new Refusal('forbidden');
  await beginChange(sql, 'rollouts');
  const before = (await lockedRollout(sql, id))!;
  const { state, what } = BECOMES[answer];
  let after: Rollout = before;
  // What is as it was wanted is left so: the same was asked twice.
  if (before.state !== state) {
    if (before.state === 'stopped' || before.state === 'finished') throw new Refusal('rolloutEnded');
    if (before.revision !== revision) throw new Refusal('rolloutAnswered');
    // From now on in the name of who resumes it.
    const acts = answer === 'resume' ? { actsBy: userId, actsFor: companyId } : {};
    const endedAt = answer === 'stop' ? at : null;
    const deed = { what, at: at.toISOString(), by: userId, wave: before.wave, reason: '' as const };
    after = { ...before, ...acts, state, reason: '', endedAt, watchFrom: null, revision: before.revision + 1 };
    await sql`
      update rollouts set state = ${state}, reason = '', acts_by = ${after.actsBy}, acts_for = ${after.actsFor},
        ended_at = ${endedAt}, watch_from = null, revision = ${after.revision},
        history = ${historyWith(before, deed)}::text::jsonb
      where id = ${id}`;
    await sql`select pg_notify(${NOTIFY_CHANNEL}, ${rolloutChannel(id)})`;
  }
  noteAudit({ object: `rollout ${id}`, before: { state: before.state }, after: { answer, state } });
  const { list } = await presentRollouts(caller, [after]);
  return { rollout: list[0]! };
};
