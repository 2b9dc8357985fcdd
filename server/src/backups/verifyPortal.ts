// Checks whether a database is complete and consistent: its schema, rows, sealed days, sums, audit log and keys.

import { signInSecretOwner } from '../accounts/openid/settings.ts';
import { factorSecretOwner } from '../accounts/secondFactors/secondFactors.ts';
import { checkAudit, describeProblem } from '../audit/auditChain.ts';
import type { Config } from '../config.ts';
import type { Fragment, Sql } from '../platform/database/connect.ts';
import { missingMigrations } from '../platform/database/migrate.ts';
import { openSecret } from '../platform/secrets/sealedSecrets.ts';
import { wholeWhOf } from '../platform/texts/numbers.ts';
import { decodeAllBlocks } from '../samples/decodeAllBlocks.ts';
import type { BackupDescription } from './description.ts';
import { marksOf, missingKeys } from './keyMarks.ts';
import { differencesOf, sumTables } from './tableSums.ts';

export type Keys = Pick<Config, 'secondFactorKey' | 'bdmSecrets' | 'pushKey'>;

/** Result of one check: what was counted, and a sentence for each fault. */
export interface Finding {
  check: string;
  found: string;
  faults: string[];
}

/** At most this many faults of one check are listed. */
const MAX_FAULTS = 20;

/**
 * Yields one finding after the other. `backup`: the description of the backup that was restored and not written to since;
 * a database that was in use meanwhile differs from it.
 */
export async function* verifyPortal(
  sql: Sql,
  config: Keys,
  { at, backup }: { at: Date; backup?: BackupDescription },
): AsyncGenerator<Finding> {
  yield await checkSchema(sql);
  if (backup && backup.tables.length > 0) yield await checkTables(sql, backup);
  yield await reportMissing('Sealed days', () => checkSealedDays(sql));
  yield await reportMissing('Energy', () => checkTotals(sql));
  yield await reportMissing('Audit log', () => checkAuditLog(sql, at, backup));
  yield await reportMissing('Keys', () => checkKeys(sql, config, backup));
}

/** Runs a check; a table or column that it reads may be missing itself, which is a fault. */
async function reportMissing(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== '42P01' && code !== '42703') throw error;
    return { check, found: 'not checked', faults: [`${message}.`] };
  }
}

async function checkSchema(sql: Sql): Promise<Finding> {
  const missing = await missingMigrations(sql);
  const broken = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid
    union all select conrelid::regclass::text || '.' || conname from pg_constraint where not convalidated`;
  return {
    check: 'Schema',
    found:
      missing.length > 0
        ? `of an earlier version; the next start applies ${missing.length} migrations`
        : 'of this version',
    faults: broken.map(({ name }) => `${name} is not valid.`),
  };
}

async function checkTables(sql: Sql, backup: BackupDescription): Promise<Finding> {
  const sums = await sql.begin('isolation level repeatable read read only', sumTables);
  const rows = sums.reduce((sum, table) => sum + table.rows, 0);
  return {
    check: 'Rows',
    found: `${rows} rows in ${sums.length} tables compared with the backup`,
    faults: differencesOf(backup.tables, sums),
  };
}

async function checkSealedDays(sql: Sql): Promise<Finding> {
  const { blocks, samples, damaged, damagedBlocks } = await decodeAllBlocks(sql, MAX_FAULTS);
  const faults = damaged.map(
    ({ sid, sn, day, reason }) => `The day ${day} of device ${sn} of plant ${sid} is damaged: ${reason}.`,
  );
  if (damagedBlocks > damaged.length) faults.push(`${damagedBlocks - damaged.length} more days are damaged.`);
  return { check: 'Sealed days', found: `${blocks} days with ${samples} samples decoded`, faults };
}

/** Compares stored sums with what they are the sum of. Both change in the same transactions. */
async function checkTotals(sql: Sql): Promise<Finding> {
  const wh = (energy: Fragment) => wholeWhOf(sql, energy);
  // Days of a plant that were stored before days counted in whole watt-hours (ADR 0097) are off by their devices' fractions.
  const wrong = await sql<{ what: string; total: number; sum: number }[]>`
    select what, total, sum from (
      select 'The total of device ' || l.sn || ' of plant ' || l.sid as what, l.total_wh as total,
        coalesce(sum(${wh(sql`d.energy_wh`)}), 0) as sum, 0.0 as tolerance
      from device_live l left join device_days d on d.sid = l.sid and d.sn = l.sn group by l.sid, l.sn
      union all
      select 'The total of plant ' || l.sid, l.total_wh, coalesce(sum(${wh(sql`d.energy_wh`)}), 0), 0.0
      from site_live l left join site_days d on d.sid = l.sid group by l.sid
      union all
      select 'The day ' || s.day || ' of plant ' || s.sid, s.energy_wh, sum(${wh(sql`d.energy_wh`)}), 0.5 * count(*)
      from site_days s join device_days d on d.sid = s.sid and d.day = s.day where s.devices > 0 group by s.sid, s.day
    ) t where abs(total - sum) > tolerance + 0.001 order by what limit ${MAX_FAULTS}`;
  const [counts] = await sql<{ devices: number; days: number }[]>`
    select (select count(*)::float8 from device_live) as devices, (select count(*)::float8 from device_days) as days`;
  return {
    check: 'Energy',
    found: `${counts!.days} daily energies of ${counts!.devices} devices added up`,
    faults: wrong.map(({ what, total, sum }) => `${what} is ${total} Wh, but its parts add up to ${sum} Wh.`),
  };
}

async function checkAuditLog(sql: Sql, at: Date, backup: BackupDescription | undefined): Promise<Finding> {
  const [seq, hash] = backup?.auditSeal?.split(':') ?? [];
  const known = seq && hash ? { known: { seq: Number(seq), hash } } : {};
  const { lines, problem } = await checkAudit(sql, at, known);
  return {
    check: 'Audit log',
    found: `${lines} lines match their seals`,
    faults: problem ? [`In the audit log, ${describeProblem(problem)}.`] : [],
  };
}

/** Opens every encrypted secret with the keys of the settings. */
async function checkKeys(sql: Sql, config: Keys, backup: BackupDescription | undefined): Promise<Finding> {
  const factors = await sql<{ userId: number; secret: Buffer }[]>`select user_id, secret from second_factors`;
  const signIns = await sql<{ companyId: number; secret: Buffer }[]>`
    select company_id, client_secret as secret from company_sign_ins`;
  const secrets = [
    ...factors.map(({ userId, secret }) => ({ owner: factorSecretOwner(userId), secret })),
    ...signIns.map(({ companyId, secret }) => ({ owner: signInSecretOwner(companyId), secret })),
  ];
  const key = config.secondFactorKey;
  const closed = key ? secrets.filter(({ owner, secret }) => openSecret(key, owner, secret) === undefined) : secrets;
  const faults = missingKeys(backup?.keys ?? {}, marksOf(config));
  if (closed.length > 0)
    faults.push(
      key
        ? `SECOND_FACTOR_KEY does not open ${closed.length} of ${secrets.length} secrets.`
        : `SECOND_FACTOR_KEY is missing; ${secrets.length} secrets need it.`,
    );
  return {
    check: 'Keys',
    found: `${secrets.length - closed.length} of ${secrets.length} secrets can be opened`,
    faults,
  };
}
