// A company looks after its plants no more: they stay with their owners, and those of nobody go to another company.
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

/** With their owners, by e-mail address; and with the other company. */
interface CareClosed {
  owned: { sid: string; name: string; ownerEmail: string }[];
  ownerless: string[];
}

/** Those of nobody go to the company `heirId`: somebody has to be able to name an owner. A few statements, however many. */
export async function stopServicing(
  sql: Transaction,
  { companyId, heirId, at }: { companyId: number; heirId: number; at: Date },
): Promise<CareClosed> {
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
  const nobodys = plants.filter(({ ownerEmail }) => ownerEmail === null).map(({ sid }) => sid);
  const ended = await unassignInstaller(sql, owned, { companyId, at });
  const moved = await sql<{ sid: string }[]>`
    update sites set company_id = ${heirId}, installer_id = null, invited_installer = '', version = version + 1
    where sid = any (${nobodys}) and company_id = ${companyId} returning sid`;
  const ownerless = moved.map(({ sid }) => sid).toSorted();
  await updateAccessIndexOfLocked(sql, ownerless);
  return { owned: owned.filter(({ sid }) => ended.has(sid)), ownerless };
}

/** Nobody is left who could go on with them, and no other roll-out has a device that waits in one: whoever runs them takes back what was not sent. */
async function stopRollouts(sql: Transaction, companyId: number, at: Date): Promise<void> {
  const reason: RolloutReason = 'askerGone';
  await sql`
    update rollouts set state = 'stopped', reason = ${reason}, ended_at = ${at}, watch_from = null, revision = revision + 1,
      history = history || jsonb_build_array(jsonb_build_object('what', 'stopped', 'at', ${at.toISOString()}::text, 'by', null::int,
        'wave', wave, 'reason', ${reason}::text))
    where company_id = ${companyId} and state in ('running', 'paused')`;
}
