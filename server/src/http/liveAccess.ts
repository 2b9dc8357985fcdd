// Plants and roll-outs that a session may follow on the live stream, and the checks that end streams which lost that right.
import { setTimeout as pause } from 'node:timers/promises';
import { configurationOtaRolloutDetail } from '@heliograph/contract/calls/configuration/ota/rollout/detail.ts';
import { deviceStatisticsOverview } from '@heliograph/contract/calls/device/statistics/overview.ts';
import { siteOverview } from '@heliograph/contract/calls/site/overview.ts';
import { accessibleSites } from '../access/accessibleSites.ts';
import { type EffectiveRole, rightsVersions } from '../access/rightsVersion.ts';
import type { Sessions } from '../access/session.ts';
import type { Context, Session } from '../context.ts';
import { accessibleRollouts, rolloutChannel, rolloutOf } from '../firmware/rollouts/accessibleRollouts.ts';
import type { Sql } from '../platform/database/connect.ts';
import { isAllowed } from './callAccess.ts';
import type { Stream, Subscriptions } from './liveSubscriptions.ts';

/** How often all streams are checked: changes made by calls end streams at once, this is for changes that nobody published. */
export const CHECK_MS = 1_000;
/** Checks take at most a tenth of the time, however many streams there are. */
const CHECK_SHARE = 10;
/** Sessions that are read at once. */
const SESSIONS_PER_CHECK = 500;

/** A nudge makes a page repeat one of these calls, so only a session that may make one of them follows a plant. */
const NUDGED_CALLS = [siteOverview, deviceStatisticsOverview];

export const canFollowSites = (session: Session): boolean =>
  !session.owesSecondFactor && NUDGED_CALLS.some((call) => isAllowed(call, session));
export const canFollowRollouts = (session: Session): boolean =>
  !session.owesSecondFactor && isAllowed(configurationOtaRolloutDetail, session);

/** Returns those of the subjects that the session may follow now. */
export async function visibleSubjects(sql: Sql, session: Session, subjects: readonly string[]): Promise<string[]> {
  const sids = canFollowSites(session) ? subjects.filter((subject) => rolloutOf(subject) === undefined) : [];
  const ids = canFollowRollouts(session) ? subjects.flatMap((subject) => rolloutOf(subject) ?? []) : [];
  const [sites, rollouts] = await Promise.all([
    sids.length === 0
      ? []
      : sql<{ sid: string }[]>`
          select s.sid from sites s where s.sid = any (${sids}) and ${accessibleSites(sql, session)}`,
    ids.length === 0
      ? []
      : sql<{ id: string }[]>`
          select u.id from rollouts u where u.id = any (${ids}::text[]::uuid[]) and ${accessibleRollouts(sql, session)}`,
  ]);
  return [...sites.map(({ sid }) => sid), ...rollouts.map(({ id }) => rolloutChannel(id))];
}

export interface LiveChecks {
  /** Ends streams whose session, permission or subject is gone, and sends the others a new version of their rights. */
  check(streams: Iterable<Stream>): Promise<void>;
  /** Checks all streams repeatedly; resolves after the current check when it is aborted. */
  repeat(signal: AbortSignal): Promise<void>;
}

/** Checks of open streams. A page whose stream ended repeats its call, and learns the reason from that. */
export function liveChecks(
  { sql, log }: Pick<Context, 'sql' | 'log'>,
  sessions: Pick<Sessions, 'check'>,
  { streams }: Pick<Subscriptions, 'streams'>,
): LiveChecks {
  /** Without its database the server publishes nothing new, so streams stay open. */
  function check(checked: Iterable<Stream>): Promise<void> {
    return checkAll(checked).catch((error: unknown) => log.warn({ err: error }, 'live streams were not checked'));
  }

  async function checkAll(checked: Iterable<Stream>): Promise<void> {
    const bySession = [...Map.groupBy(checked, ({ session }) => session.id)];
    while (bySession.length > 0) {
      const batch = bySession.splice(0, SESSIONS_PER_CHECK);
      const active = await sessions.check(batch.map(([id]) => id));
      for (const [id, own] of batch) await checkSession(active.get(id), own);
      // So many pages at once repeat their menu calls, and the next ones after the next sessions are read.
      await sendRights(batch.flatMap(([, own]) => own));
    }
  }

  async function checkSession(session: Session | undefined, own: readonly Stream[]): Promise<void> {
    const subjects = [...new Set(own.flatMap((stream) => [...stream.subjects]))];
    const visible = new Set(session ? await visibleSubjects(sql, session, subjects) : []);
    for (const stream of own) {
      if (session) stream.session = session;
      if (!session || !stream.subjects.isSubsetOf(visible)) stream.end();
    }
  }

  /** To open streams without subjects, when the version of their rights is another than they were sent. */
  async function sendRights(checked: readonly Stream[]): Promise<void> {
    const followers = checked.filter((stream) => stream.subjects.size === 0 && streams.has(stream));
    if (followers.length === 0) return;
    const versionOf = await rightsVersions(
      sql,
      followers.map(({ session }): EffectiveRole => session),
    );
    for (const stream of followers) {
      const version = versionOf(stream.session);
      if (stream.rightsVersion === version) continue;
      stream.rightsVersion = version;
      stream.write(`data: ${JSON.stringify({ rights: version })}\n\n`);
    }
  }

  async function repeat(signal: AbortSignal): Promise<void> {
    for (let waitMs = CHECK_MS; ; ) {
      await pause(waitMs, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      const startedMs = performance.now();
      await check(streams);
      waitMs = Math.max(CHECK_MS, (performance.now() - startedMs) * (CHECK_SHARE - 1));
    }
  }

  return { check, repeat };
}
