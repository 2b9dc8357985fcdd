// Reads the limits of plausible power of the days of meters, batteries and inverters: nothing beyond them is drawn.
import { FLOW_QUANTITIES, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { ValueRanges } from '../../samples/slots.ts';

/** Returns the range of each power of a flow by serial number, over all of these days. */
export async function powerBounds(
  sql: Sql | Transaction,
  { sid, sns }: { sid: string; sns: readonly string[] },
  days: { from: Day; to: Day },
): Promise<ValueRanges> {
  const rows = await sql<{ sn: string; flow: MeasuredFlow; boundW: number }[]>`
    select sn, flow, max(bound_w) as bound_w from device_flows
    where sid = ${sid} and sn = any (${textArray(sns)}::text::text[]) and day between ${days.from} and ${days.to}
      and bound_w is not null
    group by sn, flow`;
  const ranges: ValueRanges = new Map();
  for (const { sn, flow, boundW } of rows) {
    const { power, sign } = FLOW_QUANTITIES[flow];
    const ofDevice = ranges.get(sn) ?? {};
    const range = ofDevice[power] ?? { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
    ofDevice[power] = sign > 0 ? { ...range, most: boundW } : { ...range, least: -boundW };
    ranges.set(sn, ofDevice);
  }
  return ranges;
}
