// Settles announced numbers whose objection period is over: those that are free join their plant, without what was reported of them on other paths.
import type { Context } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { markDirty } from '../../platform/database/markDirty.ts';
import { countAnnounced } from '../../platform/limits/rateLimits.ts';
import { isClaimable } from '../rules/claimable.ts';
import type { StoredChild } from './announced.ts';
import { isReportOf, readNumbers } from './announcedNumbers.ts';
import { accountOf, readPlant } from './claimAllowance.ts';
import { countJoined, joinPlant } from './joinPlant.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 500;

interface DueRequest {
  sid: string;
  sn: string;
  gatewaySn: string;
  /** Released by the company that has the number in stock, or by an administrator. */
  isConfirmed: boolean;
}

/** Decides about the requests that are due; returns how many devices joined their plants. */
export async function settleClaimRequests(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock, nudges } = context;
  const now = clock.now();
  let joined = 0;
  for (;;) {
    const requests = await sql<DueRequest[]>`
      select sid, sn, gateway_sn, confirmed_at is not null as is_confirmed from claim_requests where ended_at is null and due_at <= ${now}
      order by due_at, sid, sn limit ${BATCH_SIZE}`;
    for (const request of requests) {
      if (signal?.aborted) return joined;
      const isAllowed = request.isConfirmed || (await count(context, request.sid));
      const isJoined = await sql.begin(async (tx) => {
        if (isAllowed) return await settle(tx, request, now);
        const dueAt = new Date(now.getTime() + DAY_MS);
        await tx`update claim_requests set due_at = ${dueAt} where sid = ${request.sid} and due_at <= ${now}`;
        return false;
      });
      if (isJoined) nudges.publish([request.sid]);
      if (isJoined) joined++;
    }
    if (requests.length < BATCH_SIZE) return joined;
  }
}

/** Counts a request like a new number, so that waiting does not bypass the limits. False: try again in a day. */
async function count(context: Context, sid: string): Promise<boolean> {
  const account = await accountOf(context.sql, sid);
  return await countAnnounced(context, { ...account, source: '' }, { numbers: 1, failed: 0 });
}

async function settle(tx: Transaction, { sid, sn, gatewaySn, isConfirmed }: DueRequest, at: Date): Promise<boolean> {
  const { count: created } = await tx`insert into serial_numbers (sn) values (${sn}) on conflict do nothing`;
  const numbers = await readNumbers(tx, gatewaySn, [sn, gatewaySn], { lock: true });
  const [open] = await tx`
    select from claim_requests where sid = ${sid} and sn = ${sn} and ended_at is null and due_at <= ${at} for update`;
  if (!open) return false;
  const plant = await readPlant(tx, sid);
  const [gateway] = await tx<{ intervalS: number | null; children: StoredChild[] }[]>`
    select interval_s, children from gateways where sn = ${gatewaySn} and sid = ${sid} for update`;
  const child = gateway?.children.find((each) => each.sn === sn);
  const isGatewayOfPlant = numbers.get(gatewaySn)?.sid === sid;
  // The request itself takes up one place.
  const number = numbers.get(sn)!;
  const claimed = isConfirmed ? { ...number, stockOf: null } : number;
  const canJoin = plant && plant.capacity >= 0 && isClaimable(claimed, plant.seenBy);
  if (!canJoin || !child || !isGatewayOfPlant) {
    await tx`update claim_requests set ended_at = ${at} where sid = ${sid} and sn = ${sn}`;
    if (created > 0) await tx`delete from serial_numbers where sn = ${sn}`;
    return false;
  }
  if (!isConfirmed) await dropForeignHistory(tx, sn, gatewaySn);
  await tx`delete from claim_requests where sid = ${sid} and sn = ${sn}`;
  const { refused: _, ...device } = child;
  await joinPlant(tx, { gateway: gatewaySn, sid, at, ...plant }, gateway!.intervalS, [device]);
  await markDirty(tx, sid);
  await endRefusal(tx, { sid, gatewaySn, at }, sn, gateway!.children);
  await countJoined(tx, { sid, at }, [sn]);
  return true;
}

/** Excludes what others reported of a device from its history, as nobody confirmed that it is the plant's. */
async function dropForeignHistory(tx: Transaction, sn: string, gatewaySn: string): Promise<void> {
  await tx`
    update raw_reports r set reason = 'unconfirmed' where r.sn = ${sn} and r.reason is null and not ${isReportOf(tx, gatewaySn)}`;
}

/** Notes with the gateway that this device is added, and ends its event with the last one. */
async function endRefusal(
  tx: Transaction,
  { sid, gatewaySn, at }: { sid: string; gatewaySn: string; at: Date },
  sn: string,
  before: readonly StoredChild[],
): Promise<void> {
  const children = before.map(({ refused, ...child }) => (refused && child.sn !== sn ? { ...child, refused } : child));
  await tx`update gateways set children = ${JSON.stringify(children)}::text::jsonb where sn = ${gatewaySn}`;
  if (children.some((child) => 'refused' in child)) return;
  await tx`
    update events set closed_at = ${at} where sid = ${sid} and sn = ${gatewaySn} and code = 'refusedChild' and closed_at is null`;
}
