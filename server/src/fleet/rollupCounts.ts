// Maintains the sums of dashboards: subtracts the previous share of a changed plant or account and adds its current one. One job does it, so that no change waits for a sum.
import type { Context } from '../context.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { addCount, type Counts, partsOfKey, siteShares, userShares } from './contributions.ts';
import { energyByViewer, walkPast } from './rollupEnergy.ts';
import { isDue, STATES_EVERY_MS, type Step, type Walk, withProgressLock } from './rollupProgress.ts';
import { countStates, type FleetState, sumStates } from './states.ts';

/** Plants, of about ten devices each, and accounts per transaction. */
const SITE_BATCH_SIZE = 500;
const USER_BATCH_SIZE = 2_000;
/** Unmarked plants per transaction, which are checked continuously: unmarked changes, such as firmware, may wait. */
const WALK_BATCH_SIZE = 100;
/** Times after which a run takes no further step through unmarked rows; the first pass has more time. */
const SITES_WALK_MS = 10;
const WALKS_MS = 50;
const FIRST_WALK_MS = 20_000;
type Work = Pick<Context, 'sql' | 'clock'>;

export async function rollupCounts(context: Work, signal?: AbortSignal): Promise<void> {
  for (let hasMore = true; hasMore && !signal?.aborted; ) hasMore = await updateMarked(context);
  for (const walk of [walkSites, walkUsers, walkPast]) {
    const maxMs = walk === walkSites ? SITES_WALK_MS : WALKS_MS;
    const startMs = performance.now();
    for (let step: Step = { isDone: false, isFirst: false }; !step.isDone && !signal?.aborted; ) {
      step = await walk(context);
      if (performance.now() - startMs > (step.isFirst ? FIRST_WALK_MS : maxMs)) break;
    }
  }
  if (!signal?.aborted) await updateStates(context);
}

async function updateMarked({ sql }: Work): Promise<boolean> {
  return await withProgressLock(sql, 'sites', async (tx) => {
    // Deleted before counting, so that a concurrent change leaves a new mark.
    const marks = await tx<{ aboutSid: string }[]>`
      delete from count_marks where id in (select id from count_marks order by id limit ${SITE_BATCH_SIZE}) returning about_sid`;
    if (marks.length > 0) await updateSites(tx, [...new Set(marks.map(({ aboutSid }) => aboutSid))]);
    return marks.length === SITE_BATCH_SIZE;
  });
}

async function walkSites({ sql, clock }: Work): Promise<Step> {
  return await withProgressLock(sql, 'sites', async (tx, { after, passedAt }) => {
    const sites = await tx<{ sid: string }[]>`
      select sid from sites where sid > ${after} order by sid limit ${WALK_BATCH_SIZE}`;
    const isDone = sites.length < WALK_BATCH_SIZE;
    const last = sites.at(-1)?.sid ?? after;
    // Includes deleted plants.
    const known = await tx<{ aboutSid: string }[]>`
      select about_sid from counted_sites where about_sid > ${after} and (${isDone} or about_sid <= ${last})`;
    await updateSites(tx, [...new Set([...sites.map(({ sid }) => sid), ...known.map(({ aboutSid }) => aboutSid)])]);
    await saveProgress(tx, 'sites', isDone ? '' : last, isDone ? clock.now() : passedAt);
    return { isDone, isFirst: passedAt === null };
  });
}

async function walkUsers({ sql, clock }: Work): Promise<Step> {
  return await withProgressLock(sql, 'users', async (tx, { after, passedAt }) => {
    const from = Number(after || 0);
    const users = await tx<{ id: number }[]>`
      select id from users where id > ${from} order by id limit ${USER_BATCH_SIZE}`;
    const isDone = users.length < USER_BATCH_SIZE;
    const last = users.at(-1)?.id ?? from;
    const known = await tx<{ aboutUser: number }[]>`
      select about_user from counted_users where about_user > ${from} and (${isDone} or about_user <= ${last})`;
    await updateUsers(tx, [...new Set([...users.map(({ id }) => id), ...known.map(({ aboutUser }) => aboutUser)])]);
    await saveProgress(tx, 'users', isDone ? '' : String(last), isDone ? clock.now() : passedAt);
    return { isDone, isFirst: passedAt === null };
  });
}

async function saveProgress(tx: Transaction, name: Walk, after: string, passedAt: Date | null): Promise<void> {
  await tx`update fleet_walks set after = ${after}, passed_at = ${passedAt} where name = ${name}`;
}

/** Amounts to add to each viewer's sums. */
type Changes = Map<number, Counts>;

function change(changes: Changes, viewer: number, counts: Iterable<[string, number]>, sign: 1 | -1): void {
  const sums = changes.get(viewer) ?? new Map<string, number>();
  changes.set(viewer, sums);
  for (const [key, n] of counts) addCount(sums, key, sign * n);
}

/** Serializes counts independently of their order. */
const asJson = (counts: Counts): string =>
  JSON.stringify(Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))));

async function updateSites(tx: Transaction, sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return;
  const keys = textArray(sids);
  const before = await tx<{ aboutSid: string; viewers: number[]; counts: Record<string, number> }[]>`
    select about_sid, viewers, counts from counted_sites where about_sid in (select unnest(${keys}::text::text[]))`;
  const shares = await siteShares(tx, tx`s.sid in (select unnest(${keys}::text::text[]))`);
  const current = new Map(shares.map((share) => [share.sid, share]));
  const unchanged = new Set<string>();
  const changes: Changes = new Map();
  const deleted: string[] = [];
  for (const { aboutSid, viewers, counts } of before) {
    const share = current.get(aboutSid);
    const text = asJson(new Map(Object.entries(counts)));
    if (share && text === asJson(share.counts) && viewersOf(share).join() === viewers.join()) {
      unchanged.add(aboutSid);
      continue;
    }
    for (const viewer of viewers) change(changes, viewer, Object.entries(counts), -1);
    if (!share) deleted.push(aboutSid);
  }
  const changed = shares.filter(({ sid }) => !unchanged.has(sid));
  for (const share of changed) for (const viewer of viewersOf(share)) change(changes, viewer, share.counts, 1);
  if (deleted.length > 0)
    await tx`delete from counted_sites where about_sid in (select unnest(${textArray(deleted)}::text::text[]))`;
  if (changed.length > 0)
    await tx`
      insert into counted_sites (about_sid, viewers, counts)
      select sid, viewers::int[], counts::jsonb from (
        select unnest(${textArray(changed.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(changed.map((share) => `{${viewersOf(share).join()}}`))}::text::text[]) as viewers,
          unnest(${textArray(changed.map(({ counts }) => asJson(counts)))}::text::text[]) as counts
      ) g on conflict (about_sid) do update set viewers = excluded.viewers, counts = excluded.counts`;
  await applyChanges(tx, changes);
}

const viewersOf = ({ companies }: { companies: readonly number[] }): number[] => [...companies, 0];

async function updateUsers(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const before = await tx<{ aboutUser: number; counts: Record<string, Record<string, number>> }[]>`
    select about_user, counts from counted_users where about_user in (select unnest(${ids as number[]}::int[]))`;
  const above = await companiesAbove(tx);
  const shares = await userShares(tx, ids, (companyId) => above.get(companyId) ?? []);
  const jsonOf = (counts: Map<number, Counts>): string =>
    `{${[...counts]
      .sort(([one], [other]) => one - other)
      .map(([viewer, of]) => `"${viewer}":${asJson(of)}`)
      .join()}}`;
  const known = new Map(
    before.map(({ aboutUser, counts }) => [
      aboutUser,
      new Map(Object.entries(counts).map(([viewer, of]) => [Number(viewer), new Map(Object.entries(of))])),
    ]),
  );
  const changes: Changes = new Map();
  const changed = shares.filter(({ id, counts }) => {
    const previous = known.get(id);
    return !previous || jsonOf(previous) !== jsonOf(counts);
  });
  const existing = new Set(shares.map(({ id }) => id));
  const deleted = [...known.keys()].filter((id) => !existing.has(id));
  for (const id of [...changed.map(({ id }) => id), ...deleted])
    for (const [viewer, counts] of known.get(id) ?? []) change(changes, viewer, counts, -1);
  for (const { counts } of changed) for (const [viewer, of] of counts) change(changes, viewer, of, 1);
  if (deleted.length > 0) await tx`delete from counted_users where about_user in (select unnest(${deleted}::int[]))`;
  if (changed.length > 0)
    await tx`
      insert into counted_users (about_user, counts)
      select id, counts::jsonb from (
        select unnest(${changed.map(({ id }) => id)}::int[]) as id,
          unnest(${textArray(changed.map(({ counts }) => jsonOf(counts)))}::text::text[]) as counts
      ) g on conflict (about_user) do update set counts = excluded.counts`;
  await applyChanges(tx, changes);
}

async function applyChanges(tx: Transaction, changes: Changes): Promise<void> {
  const rows = [...changes].flatMap(([viewer, counts]) =>
    [...counts].filter(([, n]) => n !== 0).map(([text, n]) => ({ viewer, ...partsOfKey(text), n })),
  );
  if (rows.length === 0) return;
  await tx`
    insert into fleet_counts as c (viewer, what, key, n)
    select * from (
      select unnest(${rows.map(({ viewer }) => viewer)}::int[]) as viewer, unnest(${textArray(rows.map(({ what }) => what))}::text::text[]) as what,
        unnest(${textArray(rows.map(({ key }) => key))}::text::text[]) as key, unnest(${rows.map(({ n }) => n)}::bigint[]) as n
    ) g on conflict (viewer, what, key) do update set n = c.n + excluded.n`;
  await tx`delete from fleet_counts where n = 0`;
}

/** Returns for every company the negated ids of itself and of all companies above it. */
async function companiesAbove(tx: Sql | Transaction): Promise<Map<number, number[]>> {
  const companies = await tx<{ id: number; parentId: number | null }[]>`select id, parent_id from companies`;
  const parents = new Map(companies.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    companies.map(({ id }) => {
      const path = new Set<number>();
      for (let at: number | null | undefined = id; at && !path.has(-at); at = parents.get(at)) path.add(-at);
      return [id, [...path]];
    }),
  );
}

/** Recounts the states of all plants, which depend on the time; the longer it takes, the less often. */
async function updateStates({ sql, clock }: Work): Promise<void> {
  await withProgressLock(sql, 'states', async (tx, { passedAt, tookMs }) => {
    const at = clock.now();
    if (!isDue({ passedAt, tookMs }, at, STATES_EVERY_MS)) return;
    const above = await companiesAbove(tx);
    const energy = await energyByViewer(tx, at, above);
    const startMs = performance.now();
    const counted = await countStates(tx, at, tx`true`);
    const byViewer = new Map<number, FleetState[]>([[0, []]]);
    for (const { companyId, ...state } of counted)
      for (const viewer of [...(above.get(companyId) ?? []), 0]) {
        const states = byViewer.get(viewer) ?? [];
        byViewer.set(viewer, states);
        states.push(state);
      }
    const viewers = [...byViewer.keys()];
    const states = viewers.map((viewer) => JSON.stringify(sumStates(byViewer.get(viewer)!)));
    const months = viewers.map((viewer) => energy?.get(viewer)?.monthBeforeWh ?? null);
    const energies = viewers.map((viewer) => JSON.stringify(energy?.get(viewer)?.energy ?? {}));
    await tx`
      insert into fleet_states as f (viewer, states, month_before_wh, energy)
      select viewer, states::jsonb, month_before_wh, energy::jsonb from (
        select unnest(${viewers}::int[]) as viewer, unnest(${textArray(states)}::text::text[]) as states,
          unnest(${plainArray(months)}::text::float8[]) as month_before_wh, unnest(${textArray(energies)}::text::text[]) as energy
      ) g on conflict (viewer) do update set states = excluded.states,
        month_before_wh = case when ${energy !== null} then excluded.month_before_wh else f.month_before_wh end,
        energy = case when ${energy !== null} then excluded.energy else f.energy end
      where f.states <> excluded.states or ${energy !== null}`;
    await tx`delete from fleet_states where viewer <> all (${viewers}::int[])`;
    const took = Math.ceil(performance.now() - startMs);
    await tx`update fleet_walks set passed_at = ${at}, took_ms = ${took} where name = 'states'`;
  });
}
