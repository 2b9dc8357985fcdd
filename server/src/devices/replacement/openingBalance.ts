// What a device takes over from the one in whose place it comes, so that its totals do not begin at zero.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { FlowOffsets } from '../../access/accessibleDevice.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/** Of one number its own days alone, without what it had taken over itself. */
interface Counted {
  ownWh: number;
  offsetWh: number;
  flows: FlowOffsets;
  flowOffsets: FlowOffsets;
  replacesSn: string | null;
}

/**
 * Production and flows that `sn` has counted and taken over, for `by` in its place. They stand from then on as they were
 * counted at that moment: a sign that is turned afterwards, days that are read again and late reports change the days of the
 * number that measured them, never what was taken over; and the offset of a number holds nothing of its own days, so that
 * nothing is in a total twice, however often these days are read again.
 */
export async function carriedTo(
  sql: Transaction,
  { sid, sn, by }: { sid: string; sn: string; by: string },
): Promise<{ offsetWh: number; flowOffsets: FlowOffsets }> {
  const leaves = (await countedOf(sql, sid, sn))!;
  const all = { wh: leaves.offsetWh + leaves.ownWh, flows: summed(leaves.flows, leaves.flowOffsets, 1) };
  // One that comes back to a place it had has its own days there already.
  const again = (await hadPlace(sql, sid, leaves, by)) ? await countedOf(sql, sid, by) : undefined;
  if (!again) return { offsetWh: all.wh, flowOffsets: all.flows };
  return { offsetWh: Math.max(0, all.wh - again.ownWh), flowOffsets: summed(all.flows, again.flows, -1) };
}

/** Whether `by` is among those whose totals `leaves` goes on with. */
async function hadPlace(sql: Transaction, sid: string, leaves: Counted, by: string): Promise<boolean> {
  const seen = new Set<string>();
  let before = leaves.replacesSn;
  while (before !== null && before !== by && !seen.has(before)) {
    seen.add(before);
    const [device] = await sql<Pick<Counted, 'replacesSn'>[]>`
      select replaces_sn from devices where sid = ${sid} and sn = ${before}`;
    before = device?.replacesSn ?? null;
  }
  return before === by;
}

async function countedOf(sql: Transaction, sid: string, sn: string): Promise<Counted | undefined> {
  const [device] = await sql<Omit<Counted, 'flows'>[]>`
    select coalesce(l.total_wh, 0) as own_wh, d.offset_wh, d.flow_offsets, d.replaces_sn
    from devices d left join device_live l on l.sid = d.sid and l.sn = d.sn where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device) return undefined;
  const rows = await sql<{ flow: Flow; energyWh: number }[]>`
    select counts_as as flow, round(sum(energy_wh)::numeric, 6)::float8 as energy_wh from device_flows
    where sid = ${sid} and sn = ${sn} and counts_as is not null group by counts_as`;
  return { ...device, flows: Object.fromEntries(rows.map(({ flow, energyWh }) => [flow, energyWh])) };
}

/** Never below zero: of days that have been taken out meanwhile there is nothing to take away. */
function summed(flows: FlowOffsets, more: FlowOffsets, sign: 1 | -1): FlowOffsets {
  const names = [...new Set([...Object.keys(flows), ...Object.keys(more)])] as Flow[];
  const sums = names.map((flow) => [flow, Math.max(0, (flows[flow] ?? 0) + sign * (more[flow] ?? 0))] as const);
  return Object.fromEntries(sums.filter(([, energyWh]) => energyWh > 0));
}
