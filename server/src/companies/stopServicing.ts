// Ends the service of a company for all its plants: they stay with their owners; plants without an owner move to another company.
import type { RolloutReason } from '@heliograph/contract/rollouts.ts';
import { lockPlants, updateAccessIndexOfLocked } from '../access/accessIndex.ts';
import { unassignInstaller } from '../plants/transfer/unassignInstaller.ts';
import type { Transaction } from '../platform/database/connect.ts';

interface Plant {
  sid: string;
  name: string;
  ownerId: number | null;
  ownerEmail: string | null;
  sharedWith: number[];
  installerId: number | null;
}

/** Plants that stay with their owners, and sids of those moved to the other company. */
interface ServiceEnded {
  owned: { sid: string; name: string; ownerEmail: string }[];
  ownerless: string[];
}

/** Ends the service. Plants without an owner move to the company `heirId`, so that somebody can assign an owner. A constant number of statements for any number of plants. */
export async function stopServicing(
  sql: Transaction,
  { companyId, heirId, at }: { companyId: number; heirId: number; at: Date },
): Promise<ServiceEnded> {
  await stopRollouts(sql, companyId, at);
  const plants = await sql<Plant[]>`
    select s.sid, s.name, s.owner_id, o.email as owner_email, s.shared_with, s.installer_id
    from sites s left join users o on o.id = s.owner_id
    where s.company_id = ${companyId} order by s.sid`;
  await lockPlants(
    sql,
    plants.map(({ sid }) => sid),
  );
  const owned = plants.flatMap(({ ownerId, ownerEmail, ...plant }) =>
    ownerId === null || ownerEmail === null ? [] : [{ ...plant, ownerId, ownerEmail }],
  );
  const unowned = plants.filter(({ ownerEmail }) => ownerEmail === null).map(({ sid }) => sid);
  const ended = await unassignInstaller(sql, owned, { companyId, at });
  const moved = await sql<{ sid: string }[]>`
    update sites set company_id = ${heirId}, installer_id = null, invited_installer = '', version = version + 1
    where sid = any (${unowned}) and company_id = ${companyId} returning sid`;
  const ownerless = moved.map(({ sid }) => sid).toSorted();
  await updateAccessIndexOfLocked(sql, ownerless);
  return { owned: owned.filter(({ sid }) => ended.has(sid)), ownerless };
}

/** Stops its roll-outs, as nobody is left to continue them and their waiting devices cannot be in another one. The roll-out job cancels the commands that were not sent. */
async function stopRollouts(sql: Transaction, companyId: number, at: Date): Promise<void> {
  const reason: RolloutReason = 'askerGone';
  await sql`
    update rollouts set state = 'stopped', reason = ${reason}, ended_at = ${at}, watch_from = null, revision = revision + 1,
      history = history || jsonb_build_array(jsonb_build_object('what', 'stopped', 'at', ${at.toISOString()}::text, 'by', null::int,
        'wave', wave, 'reason', ${reason}::text))
    where company_id = ${companyId} and state in ('running', 'paused')`;
}
