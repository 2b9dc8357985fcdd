// Withholds reports from before a person entered the serial number: numbers are printed on devices, so entering one proves nothing.
import { sourceOf } from '../ingest/sources/networkOf.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { setRlsNumbers } from '../platform/database/rlsSettings.ts';

/**
 * Withholds the stored reports of numbers that the plant has just claimed, for the 30 days that they are stored. Exceptions:
 * reports from the network of the person who typed the numbers, and those that a gateway sent while it was in this plant.
 * `companyId`: the company that services the plant, which gets them when it is confirmed; null: none.
 */
export async function withholdReports(
  sql: Transaction,
  { sid, address, companyId }: { sid: string; address: string; companyId: number | null },
  sns: readonly string[],
): Promise<void> {
  if (sns.length === 0) return;
  setRlsNumbers(sql, sns);
  const ofNumbers = sql`r.sn in (select unnest(${textArray(sns)}::text::text[])) and (r.reason is null or r.reason = 'restricted')`;
  const addresses = await sql<{ address: string }[]>`select distinct address from raw_reports r where ${ofNumbers}`;
  const own = addresses.flatMap((each) =>
    each.address !== '' && sourceOf(each.address) === sourceOf(address) ? each.address : [],
  );
  // families/rows.ts stores a gateway's report with the gateway's number first.
  await sql`
    update raw_reports r set reason = 'unconfirmed', withheld_for = ${companyId}
    where ${ofNumbers} and r.address not in (select unnest(${textArray(own)}::text::text[]))
      and not (r.path = 'gateway' and exists (
        select from serial_numbers g where g.sid = ${sid} and g.activated_at <= r.received_at
          and position(convert_to('{"gateway":"' || g.sn || '"', 'UTF8') in r.body) = 1))`;
}
