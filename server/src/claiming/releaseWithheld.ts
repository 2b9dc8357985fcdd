// Releases reports that were withheld because the company of their plant was not confirmed, once it is: they become the plant's history.
import type { Context } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { enqueueJob } from '../platform/database/siteJobs.ts';

interface Withheld {
  sid: string;
  sn: string;
  gatewaySn: string;
  companyId: number;
}

/** Numbers that are read at a time, and reports of one transaction. */
const BATCH_NUMBERS = 200;
const BATCH_REPORTS = 2_000;

/** Releases the reports of all companies confirmed since the last run; returns how many. Contested numbers are left out. */
export async function releaseWithheld(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  signal?: AbortSignal,
  { numbers = BATCH_NUMBERS, reports = BATCH_REPORTS } = {},
): Promise<number> {
  let released = 0;
  for (let after = ''; ; ) {
    const batch = await confirmedNumbers(sql, after, numbers);
    for (const number of await withoutContested(sql, batch)) {
      for (let count = reports; count === reports; released += count) {
        if (signal?.aborted) return released;
        count = await sql.begin((tx) => releaseReports(tx, number, clock.now(), reports));
      }
    }
    if (batch.length < numbers) return released;
    after = batch.at(-1)!.sn;
  }
}

/** Returns numbers with reports that their company would get if it entered them now, sorted by number. */
async function confirmedNumbers(sql: Sql, after: string, limit: number): Promise<Withheld[]> {
  return await sql<Withheld[]>`
    select distinct n.sid, n.sn, d.gateway_sn, r.withheld_for as company_id
    from raw_reports r join companies k on k.id = r.withheld_for join serial_numbers n on n.sn = r.sn
      join sites s on s.sid = n.sid join devices d on d.sid = n.sid and d.sn = n.sn
    where r.withheld_for is not null and r.sn > ${after} and k.is_confirmed and s.company_id = r.withheld_for
      and coalesce(s.installer_id is not null or s.owner_id is null or s.created_by <> s.owner_id, true)
    order by n.sn limit ${limit}`;
}

/** Leaves out numbers that another plant claims, or whose claim an administrator rejected, and what is attached to such a gateway. */
async function withoutContested(sql: Sql, numbers: readonly Withheld[]): Promise<Withheld[]> {
  const sns = [...new Set(numbers.flatMap(({ sn, gatewaySn }) => [sn, gatewaySn]))];
  const claims = await sql<{ sid: string; sn: string; accepted: boolean | null }[]>`
    select sid, sn, accepted from ownership_claims where sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return numbers.filter(
    ({ sid, sn, gatewaySn }) =>
      !claims.some(
        (claim) =>
          (claim.sn === sn || claim.sn === gatewaySn) &&
          ((claim.sid !== sid && claim.accepted !== true) || claim.accepted === false),
      ),
  );
}

/** Releases some reports of a number that is still in the plant; returns how many. */
async function releaseReports(
  tx: Transaction,
  { sid, sn, companyId }: Withheld,
  at: Date,
  limit: number,
): Promise<number> {
  const [number] = await tx`select from serial_numbers where sn = ${sn} and sid = ${sid} for update`;
  if (!number) return 0;
  const { count } = await tx`
    update raw_reports set reason = null, withheld_for = null where id in (
      select id from raw_reports where sn = ${sn} and withheld_for = ${companyId} order by id limit ${limit})`;
  if (count > 0) await enqueueJob(tx, sid, 'takeKept', at);
  return count;
}
