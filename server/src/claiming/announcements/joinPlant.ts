// Adds announced devices to their gateway's plant, with what they reported before through this gateway.
import { recountSite } from '../../energy/days/siteTotals.ts';
import { productOfAnnounced } from '../../families/families.ts';
import type { Kind } from '../../families/kinds.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import type { AnnouncedDevice } from './announced.ts';

/** Reporting interval in seconds of a device that reports none, until it is learnt. */
const DEFAULT_INTERVAL_S = 60;

/** `intervalS`: seconds between the gateway's reports; null: not reported. The numbers' rows are locked. */
export async function joinPlant(
  tx: Transaction,
  { gateway, sid, at, seenBy }: { gateway: string; sid: string; at: Date; seenBy: number[] },
  intervalS: number | null,
  joining: readonly AnnouncedDevice[],
): Promise<void> {
  const products = await tx<{ id: number; model: number; name: string; kind: Kind }[]>`
    select id, model, name, kind from products order by id`;
  const rows = joining.flatMap((child) => {
    const product = productOfAnnounced(products, child);
    return product ? [{ sn: child.sn, productId: product.id }] : [];
  });
  const sns = textArray(rows.map(({ sn }) => sn));
  const ids = plainArray(rows.map(({ productId }) => productId));
  const added = tx`(select unnest(${sns}::text::text[]) as sn, unnest(${ids}::text::int[]) as product_id) g`;
  await tx`
    insert into devices as d (sid, sn, seen_by, product_id, gateway_sn, created_at)
    select ${sid}, g.sn, ${seenBy}, g.product_id, ${gateway}, ${at} from ${added}
    on conflict (sid, sn) do update set removed_at = null, seen_by = excluded.seen_by, product_id = excluded.product_id, gateway_sn = excluded.gateway_sn`;
  await tx`
    insert into device_live (sid, sn, seen_by, upload_every_s, hours_from)
    select s.sid, g.sn, ${seenBy}, ${intervalS ?? DEFAULT_INTERVAL_S}::int, s.hours_from from ${added} join sites s on s.sid = ${sid} on conflict do nothing`;
  await tx`
    update serial_numbers n set sid = ${sid}, seen_by = ${seenBy}, product_id = g.product_id, activated_at = ${at}, activated_by = null, gateway_sn = ${gateway}
    from ${added} where n.sn = g.sn`;
}

/** Counts the devices that joined, and has their stored reports replayed; the last step, as plants are locked after devices. */
export async function countJoined(
  tx: Transaction,
  { sid, at }: { sid: string; at: Date },
  joined: readonly string[],
): Promise<void> {
  if (joined.length === 0) return;
  await notifyRegistry(tx, joined);
  await recountSite(tx, sid, at);
  await enqueueReplay(tx, sid, joined, at);
}
