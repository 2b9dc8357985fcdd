// Puts serial numbers under a plant and takes them out again: the registry's rows are locked, so that two plants never get one number.
import type { DeviceToAdd } from '@heliograph/contract/calls/site.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../db/connect.ts';
import { defaultProfile, parseBdmFrame } from '../telemetry/bdmFrame.ts';
import { recountSite } from '../telemetry/siteTotals.ts';

interface Registered {
  sn: string;
  productId: number | null;
  sid: string | null;
  restricted: boolean;
}

export interface Product {
  id: number;
  model: number;
  name: string;
  frameProfile: string | null;
}

/** The serial number of a BDM frame is a 32-bit number. */
const BDM_NUMBER = /^[0-9A-F]{8}$/;

/** Refuses a number that is listed twice, taken, restricted, unreadable or of no known product; then nothing is changed. */
export async function claimDevices(
  sql: Transaction,
  { sid, userId, at }: { sid: string; userId: number; at: Date },
  given: readonly DeviceToAdd[],
): Promise<void> {
  const repeated = given.find(({ sn }, index) => given.findIndex((other) => other.sn === sn) < index);
  if (repeated) throw new Refusal('serialNumberRepeated', { sn: repeated.sn });
  const sns = given.map(({ sn }) => sn).sort();
  const registered = await lockNumbers(sql, sns);
  const products = await sql<Product[]>`select id, model, name, frame_profile from products`;
  const [site] = await sql<{ seenBy: number[] }[]>`select seen_by from sites where sid = ${sid}`;
  const { seenBy } = site!;
  for (const device of given) {
    const { sn } = device;
    const known = registered.get(sn);
    // The registry tells calls of no other plant's numbers.
    if (!known) throw new Refusal('serialNumberTaken', { sn });
    if (known.restricted) throw new Refusal('serialNumberRestricted', { sn });
    if (known.sid !== null) throw new Refusal('serialNumberTaken', { sn });
    const product = await productOf(sql, device, known, products);
    if (!product) throw new Refusal('noSuchProduct', { sn });
    if (product.frameProfile !== null && !BDM_NUMBER.test(sn)) throw new Refusal('serialNumberUnknown', { sn });
    // One that was here before comes back to its history.
    await sql`
      insert into devices as d (sid, sn, seen_by, product_id, alias, string_number, tilt_deg, azimuth_deg, orientation, created_at)
      values (${sid}, ${sn}, ${seenBy}, ${product.id}, ${device.alias ?? ''}, ${device.stringNumber ?? null}, ${device.tilt ?? null},
        ${device.azimuth ?? null}, ${device.orientation ?? null}, ${at})
      on conflict (sid, sn) do update set removed_at = null, seen_by = excluded.seen_by, product_id = excluded.product_id,
        alias = coalesce(nullif(excluded.alias, ''), d.alias), string_number = coalesce(excluded.string_number, d.string_number),
        tilt_deg = coalesce(excluded.tilt_deg, d.tilt_deg), azimuth_deg = coalesce(excluded.azimuth_deg, d.azimuth_deg),
        orientation = coalesce(excluded.orientation, d.orientation)`;
    await sql`insert into device_live (sid, sn, seen_by) values (${sid}, ${sn}, ${seenBy}) on conflict do nothing`;
    await sql`
      update serial_numbers set sid = ${sid}, product_id = ${product.id}, activated_at = ${at}, activated_by = ${userId}
      where sn = ${sn}`;
  }
  await recountSite(sql, sid);
}

/** Their history stays with the plant; the numbers are free again. */
export async function releaseDevices(
  sql: Transaction,
  { sid, at }: { sid: string; at: Date },
  sns: readonly string[],
): Promise<void> {
  const sorted = [...new Set(sns)].sort();
  await sql`select sn from serial_numbers where sn = any (${sorted}) order by sn for update`;
  // As reports do it: devices before sites.
  await sql`select sn from device_live where sid = ${sid} and sn = any (${sorted}) order by sn for update`;
  const released = await sql<{ sn: string }[]>`
    update devices set removed_at = ${at} where sid = ${sid} and sn = any (${sorted}) and removed_at is null returning sn`;
  const missing = sorted.find((sn) => !released.some((device) => device.sn === sn));
  if (missing) throw new Refusal('noSuchDevice', { sn: missing });
  await freeNumbers(sql, sid, sorted);
  await recountSite(sql, sid);
}

export async function freeNumbers(sql: Transaction, sid: string, sns: readonly string[]): Promise<void> {
  await sql`
    update serial_numbers set sid = null, activated_at = null, activated_by = null
    where sn = any (${sns as string[]}) and sid = ${sid}`;
}

/** Two who claim one number at once wait here for each other; in one order, so that two lists never block one another. */
async function lockNumbers(sql: Transaction, sns: readonly string[]): Promise<Map<string, Registered>> {
  await sql`
    insert into serial_numbers (sn) select sn from unnest(${sns as string[]}::text[]) as t (sn) order by sn on conflict do nothing`;
  const rows = await sql<Registered[]>`
    select sn, product_id, sid, restricted_at is not null as restricted from serial_numbers
    where sn = any (${sns as string[]}) order by sn for update`;
  return new Map(rows.map((row) => [row.sn, row]));
}

/** What the person says, else what the registry says, else what the frames kept of it look like. */
async function productOf(
  sql: Transaction,
  device: DeviceToAdd,
  known: Registered,
  products: readonly Product[],
): Promise<Product | undefined> {
  if (device.model !== undefined) return products.find(({ model }) => model === device.model);
  if (known.productId !== null) return products.find(({ id }) => id === known.productId);
  const [kept] = await sql<{ body: Buffer }[]>`
    select body from raw_reports where sn = ${device.sn} and reason is null order by received_at desc limit 1`;
  const frame = kept && parseBdmFrame(kept.body);
  if (!frame || 'rejected' in frame) return undefined;
  return products.find(({ name }) => name === defaultProfile(frame));
}
