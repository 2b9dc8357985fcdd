// Reads, locks and presents rows of roll-outs.

import type { Response } from '@heliograph/contract/calls.ts';
import {
  MAX_ROLLOUT_ACTIONS,
  type RolloutAction,
  type RolloutPlan,
  type RolloutReason,
  type RolloutState,
  type RolloutStep,
} from '@heliograph/contract/rollouts.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { peopleById } from '../../access/namedPeople.ts';
import { mayControl } from '../../commands/controlRights.ts';
import type { Session } from '../../context.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';

export interface RecordedAction {
  what: RolloutAction;
  at: string;
  /** User id; null for an automatic action. */
  by: number | null;
  wave: number;
  reason: RolloutReason | '';
}

export interface Rollout {
  id: string;
  firmwareId: number;
  versionName: string;
  model: number;
  returns: string | null;
  askedBy: number;
  companyId: number;
  actsBy: number;
  actsFor: number;
  askedAt: Date;
  plan: RolloutPlan;
  asksOwners: boolean;
  state: RolloutState;
  reason: RolloutReason | '';
  wave: number;
  waves: number;
  devices: number;
  watchFrom: Date | null;
  endedAt: Date | null;
  settledAt: Date | null;
  history: RecordedAction[];
  revision: number;
}

const columns = (sql: Sql | Transaction): Fragment => sql`
  u.id, u.firmware_id, u.version_name, u.model, u.returns, u.asked_by, u.company_id, u.acts_by, u.acts_for, u.asked_at, u.plan, u.asks_owners,
  u.state, u.reason, u.wave, u.waves, u.devices, u.watch_from, u.ended_at, u.settled_at, u.history, u.revision`;

/** Reads roll-outs by a condition on `rollouts u`; `suffix` orders and limits them. */
export const rolloutsWhere = (sql: Transaction, condition: Fragment, suffix: Fragment = sql``): Promise<Rollout[]> =>
  sql<Rollout[]>`select ${columns(sql)} from rollouts u where ${condition} ${suffix}`;

/** Locks a roll-out until the end of the transaction, as only one user or server may change it at a time. */
export async function lockRollout(sql: Transaction, id: string): Promise<Rollout | undefined> {
  const [row] = await sql<Rollout[]>`select ${columns(sql)} from rollouts u where u.id = ${id} for update`;
  return row;
}

/** Returns the history as JSON with an action appended and the oldest dropped. */
export const historyWith = ({ history }: Pick<Rollout, 'history'>, action: RecordedAction): string =>
  JSON.stringify([...history, action].slice(-MAX_ROLLOUT_ACTIONS));

/** Whether a session may run roll-outs, which are for users who also manage other people's plants: owners update their devices one by one. */
export const mayRollOut = (session: Session): boolean =>
  session.scope !== 'own' && session.permissions.has('DeviceControl') && mayControl(session);

type Row = Response<'configuration/ota/rollout/list'>['list'][number];
export type WaveCounts = { rolloutId: string; wave: number; step: RolloutStep; n: number }[];

/** Counts devices by wave and step in plants that the session may see now. */
export const countsOf = (sql: Transaction, session: Session, ids: readonly string[]): Promise<WaveCounts> =>
  sql<WaveCounts>`
    select d.rollout_id, d.wave, d.step, count(*)::int as n from rollout_devices d join sites s on s.sid = d.sid
    where d.rollout_id in (select unnest(${textArray(ids)}::text::uuid[])) and ${accessibleSites(sql, session)} group by 1, 2, 3`;

export async function presentRollouts(
  { sql, session }: { sql: Transaction; session: Session },
  rollouts: readonly Rollout[],
): Promise<{ list: Row[]; counts: WaveCounts }> {
  const models = plainArray([...new Set(rollouts.map(({ model }) => model))]);
  const [counts, products, emails] = await Promise.all([
    countsOf(
      sql,
      session,
      rollouts.map(({ id }) => id),
    ),
    sql<{ model: number; name: string }[]>`
      select p.model, p.name from products p where p.model in (select unnest(${models}::text::int[]))`,
    emailsOf(
      sql,
      rollouts.map(({ askedBy }) => askedBy),
    ),
  ]);
  const mayAnswer = mayRollOut(session);
  const list = rollouts.map((rollout): Row => {
    const { id, firmwareId, versionName, model, returns, state, reason, wave, waves, devices, revision, asksOwners } =
      rollout;
    const ownCounts = counts.filter(({ rolloutId }) => rolloutId === id);
    const sums = new Map<RolloutStep, number>();
    for (const { step, n } of ownCounts) sums.set(step, (sums.get(step) ?? 0) + n);
    const isOpen = state === 'running' || state === 'paused';
    return {
      id,
      firmwareId,
      versionName,
      model,
      returns,
      state,
      reason,
      wave,
      waves,
      devices,
      revision,
      asksOwners,
      modelName: products.find((one) => one.model === model)?.name ?? '',
      counts: Object.fromEntries(sums),
      askedBy: emails.get(rollout.askedBy) ?? '',
      askedIso: rollout.askedAt.toISOString(),
      endedIso: rollout.endedAt?.toISOString() ?? null,
      rights: {
        pause: mayAnswer && state === 'running',
        resume: mayAnswer && state === 'paused',
        stop: mayAnswer && isOpen,
        back: mayAnswer && !isOpen && returns === null && (sums.get('updated') ?? 0) > 0,
      },
    };
  });
  return { list, counts };
}

export async function emailsOf(sql: Transaction, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  return new Map([...(await peopleById(sql, ids)).values()].map(({ id, email }) => [id, email]));
}
