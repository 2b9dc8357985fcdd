// Opening balance of a device that replaces another one, so that its totals do not begin at zero.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { FlowOffsets } from '../../access/accessibleDevice.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wholeWhOf } from '../../platform/texts/numbers.ts';

/** Energies of one serial number, Wh: `ownWh` and `flows` of its own days, `offsetWh` and `flowOffsets` taken over from its predecessors. */
interface Counted {
  ownWh: number;
  offsetWh: number;
  flows: FlowOffsets;
  flowOffsets: FlowOffsets;
  replacesSn: string | null;
}

/**
 * Returns production and flows, Wh, that `sn` has counted and taken over, as the opening balance of its replacement `by`.
 * The balance stays as it was at that moment: a polarity that is reversed afterwards, days that are recomputed and late
 * reports change the days of the number that measured them, never the balance. The balance of a number contains nothing of
 * its own days, so that nothing is in a total twice, however often these days are recomputed.
 */
export async function carriedTo(
  sql: Transaction,
  { sid, sn, by }: { sid: string; sn: string; by: string },
): Promise<{ offsetWh: number; flowOffsets: FlowOffsets }> {
  const replaced = (await countedOf(sql, sid, sn))!;
  const total = { wh: replaced.offsetWh + replaced.ownWh, flows: sumFlows(replaced.flows, replaced.flowOffsets, 1) };
  // A device that returns to a position it had before already has its own days there.
  const earlier = (await isPredecessor(sql, sid, replaced, by)) ? await countedOf(sql, sid, by) : undefined;
  if (!earlier) return { offsetWh: total.wh, flowOffsets: total.flows };
  return { offsetWh: Math.max(0, total.wh - earlier.ownWh), flowOffsets: sumFlows(total.flows, earlier.flows, -1) };
}

/** Whether `by` is among the predecessors whose totals `replaced` continues. */
async function isPredecessor(sql: Transaction, sid: string, replaced: Counted, by: string): Promise<boolean> {
  const visited = new Set<string>();
  let previous = replaced.replacesSn;
  while (previous !== null && previous !== by && !visited.has(previous)) {
    visited.add(previous);
    const [device] = await sql<Pick<Counted, 'replacesSn'>[]>`
      select replaces_sn from devices where sid = ${sid} and sn = ${previous}`;
    previous = device?.replacesSn ?? null;
  }
  return previous === by;
}

async function countedOf(sql: Transaction, sid: string, sn: string): Promise<Counted | undefined> {
  const [device] = await sql<Omit<Counted, 'flows'>[]>`
    select coalesce(l.total_wh, 0) as own_wh, d.offset_wh, d.flow_offsets, d.replaces_sn
    from devices d left join device_live l on l.sid = d.sid and l.sn = d.sn where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device) return undefined;
  const rows = await sql<{ flow: Flow; energyWh: number }[]>`
    select counts_as as flow, sum(${wholeWhOf(sql, sql`energy_wh`)}) as energy_wh from device_flows
    where sid = ${sid} and sn = ${sn} and counts_as is not null group by counts_as`;
  return { ...device, flows: Object.fromEntries(rows.map(({ flow, energyWh }) => [flow, energyWh])) };
}

/** Adds or subtracts flows, Wh, never below zero: days may have been deleted meanwhile. */
function sumFlows(flows: FlowOffsets, more: FlowOffsets, sign: 1 | -1): FlowOffsets {
  const names = [...new Set([...Object.keys(flows), ...Object.keys(more)])] as Flow[];
  const sums = names.map((flow) => [flow, Math.max(0, (flows[flow] ?? 0) + sign * (more[flow] ?? 0))] as const);
  return Object.fromEntries(sums.filter(([, energyWh]) => energyWh > 0));
}
