// Claims serial numbers for a plant and releases them; locks the registry's rows, so that two plants never get the same number.

import type { Credential } from '@heliograph/contract/entities/device.ts';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { MeterRole } from '@heliograph/contract/flows.ts';
import { FIRST_DAY, SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { editableSites } from '../access/accessibleSites.ts';
import { stopCommandsOfDevices } from '../commands/stopCommands.ts';
import type { CallContext } from '../context.ts';
import { ofProduct } from '../devices/products/lockProduct.ts';
import { recountSite } from '../energy/days/siteTotals.ts';
import { parseRaw, profileOf } from '../families/families.ts';
import type { Kind } from '../families/kinds.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { markDirty } from '../platform/database/markDirty.ts';
import { notifyRegistry } from '../platform/database/registryChannel.ts';
import { setRlsNumbers } from '../platform/database/rlsSettings.ts';
import { countAttempt, countClaimAttempts, FAILED_CLAIM_COSTS } from '../platform/limits/rateLimits.ts';
import { clearPlaces } from '../roof/layout.ts';
import { announcedProducts } from './announcements/announcedProduct.ts';
import { accountOf } from './announcements/claimAllowance.ts';
import { issueCredentials } from './mqttCredentials.ts';
import { isClaimable, type NumberState } from './rules/claimable.ts';
import { withholdReports } from './withholdReports.ts';

interface Registered extends NumberState {
  sn: string;
  productId: number | null;
}

export interface Product {
  id: number;
  model: number;
  name: string;
  kind: Kind;
  frameProfile: string | null;
}

/** The gateway that claimed devices are attached to: they are microinverters, and it signs in for them. */
interface ParentGateway {
  gatewaySn: string;
  /** Seconds between its reports; null: not reported. */
  intervalS: number | null;
}

/**
 * Claims devices for a plant; returns the passwords of those that sign in with one, which cannot be read again. Refuses
 * a number that is listed twice, of no known product, or that fails: taken by others, in another company's stock,
 * restricted or invalid, all with the same error. Then nothing is changed.
 * `keepsPasswords`: the devices were released in this transaction and keep their passwords.
 * `wereElsewhere`: the devices are imported by an administrator with their plant from another portal. The format of the
 * numbers, which does not matter to a gateway that announces them, is not checked again, and no attempts are counted.
 */
export async function claimDevices(
  callContext: Pick<CallContext, 'context' | 'sql' | 'session' | 'at' | 'address'>,
  sid: string,
  toAdd: readonly DeviceToAdd[],
  {
    under = null,
    keepsPasswords = false,
    wereElsewhere = false,
  }: { under?: ParentGateway | null; keepsPasswords?: boolean; wereElsewhere?: boolean } = {},
): Promise<Credential[]> {
  const { context, sql, session, at, address } = callContext;
  const { userId } = session;
  if (!wereElsewhere) await countClaimAttempts(context, session, 1);
  const { isConfirmed, companyId } = await accountOf(sql, sid);
  // A confirmed company or an administrator answers for the plant, or its people had the devices before.
  const isTrusted = isConfirmed || session.scope === 'all' || keepsPasswords || wereElsewhere;
  if (!isTrusted) await countUnconfirmed(callContext, companyId, toAdd.length);
  const repeated = toAdd.find(({ sn }, index) => toAdd.findIndex((other) => other.sn === sn) < index);
  if (repeated) throw new ApiError('serialNumberRepeated', { sn: repeated.sn });
  const sns = toAdd.map(({ sn }) => sn).sort();
  const { registered, alreadyOwn } = await lockNumbers(callContext, sns);
  const products = await sql<Product[]>`select id, model, name, kind, frame_profile from products order by id`;
  const [site] = await sql<{ seenBy: number[]; hoursFrom: string | null; timezone: string }[]>`
    select seen_by, hours_from, timezone from sites where sid = ${sid}`;
  const { seenBy, hoursFrom, timezone } = site!;
  const today = localDay(at.getTime(), timezone);
  // A device that was in a plant is nobody's stock, whatever company once entered it; an administrator answers for an import.
  const ignoresStock = keepsPasswords || wereElsewhere;
  const productBySn = new Map<string, Product>();
  const failed: string[] = [];
  for (const device of toAdd) {
    const { sn } = device;
    const known = registered.get(sn);
    // A device that was in two plants of the other portal is already in the first of them.
    if (alreadyOwn.has(sn) && !wereElsewhere) throw new ApiError('serialNumberTaken', { sn });
    // A number of another company must look like an unknown one: the missing product is refused first.
    const isFree = known !== undefined && isClaimable(ignoresStock ? { ...known, stockOf: null } : known, seenBy);
    const product = await productOf(sql, device, isFree ? known : undefined, products);
    if (!product) throw new ApiError('productNotFound', { sn });
    if (!keepsPasswords && (device.meterType || device.meterRole) && product.kind !== 'meter')
      throw new ApiError('noMeter');
    if (under && product.kind !== 'microinverter') throw new ApiError('noMicroinverter', { sn });
    const isReadable = SERIAL_NUMBER.test(sn) && (wereElsewhere || profileOf(product.frameProfile).isSerialNumber(sn));
    if (!isFree || !isReadable) failed.push(sn);
    productBySn.set(sn, product);
  }
  if (failed.length > 0) {
    if (!wereElsewhere) await countClaimAttempts(context, session, failed.length * FAILED_CLAIM_COSTS);
    throw new ApiError('serialNumberFailed', { sn: failed.join(', ') });
  }
  const announcedBy = await waitingUnder(sql, sid, sns);
  for (const device of toAdd) {
    const { sn } = device;
    const product = productBySn.get(sn)!;
    const gatewaySn = under?.gatewaySn ?? announcedBy.get(sn) ?? '';
    // A device that was in this plant before gets its history back.
    await ofProduct(
      sn,
      () => sql`
      insert into devices as d (sid, sn, seen_by, product_id, gateway_sn, alias, string_number, tilt_deg, azimuth_deg, orientation, meter_type, created_at)
      values (${sid}, ${sn}, ${seenBy}, ${product.id}, ${gatewaySn}, ${device.alias ?? ''}, ${device.stringNumber ?? null}, ${device.tilt ?? null},
        ${device.azimuth ?? null}, ${device.orientation ?? null}, ${device.meterType ?? null}, ${at})
      on conflict (sid, sn) do update set removed_at = null, removed_reason = '', seen_by = excluded.seen_by, product_id = excluded.product_id,
        gateway_sn = coalesce(nullif(excluded.gateway_sn, ''), d.gateway_sn), alias = coalesce(nullif(excluded.alias, ''), d.alias), string_number = coalesce(excluded.string_number, d.string_number),
        tilt_deg = coalesce(excluded.tilt_deg, d.tilt_deg), azimuth_deg = coalesce(excluded.azimuth_deg, d.azimuth_deg),
        orientation = coalesce(excluded.orientation, d.orientation), meter_type = coalesce(excluded.meter_type, d.meter_type)`,
    );
    if (device.meterRole) await writeRole(sql, { sid, sn, role: device.meterRole, today });
    await sql`
      insert into device_live (sid, sn, seen_by, upload_every_s, hours_from)
      values (${sid}, ${sn}, ${seenBy}, ${under?.intervalS ?? profileOf(product.frameProfile).expectedUploadS}, ${hoursFrom}) on conflict do nothing`;
    await sql`
      update serial_numbers set sid = ${sid}, seen_by = ${seenBy}, product_id = ${product.id}, activated_at = ${at}, activated_by = ${userId}
      where sn = ${sn}`;
  }
  await sql`update gateways set sid = ${sid} where sn = any (${sns}) and sid is null`;
  const unproved = isTrusted ? [] : sns.filter((sn) => registered.get(sn)!.stockOf === null);
  await withholdReports(sql, { sid, address, companyId }, unproved);
  await notifyRegistry(sql, sns);
  await recountSite(sql, sid, at);
  await markDirty(sql, sid);
  if (keepsPasswords) return [];
  const signingIn = toAdd.filter(({ sn }) => !under && profileOf(productBySn.get(sn)!.frameProfile).signsIn);
  return await issueCredentials(
    sql,
    signingIn.map(({ sn }) => sn),
    at,
  );
}

/** Limits the numbers that an account can take whose company nobody has confirmed. */
async function countUnconfirmed(
  { context, session }: Pick<CallContext, 'context' | 'session'>,
  companyId: number | null,
  numbers: number,
): Promise<void> {
  const account = companyId === null ? `user ${session.userId}` : `company ${companyId}`;
  await countAttempt(context, 'unconfirmedClaims', account, numbers);
}

/** Ends the requests of numbers that a gateway of the plant announced and that waited; returns these gateways. */
async function waitingUnder(sql: Transaction, sid: string, sns: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ sn: string; gatewaySn: string }[]>`
    delete from claim_requests where sid = ${sid} and sn = any (${sns as string[]}) returning sn, gateway_sn`;
  return new Map(rows.map(({ sn, gatewaySn }) => [sn, gatewaySn]));
}

/** Sets the place that a meter measures: from the beginning, or from today for one that was in the plant before. */
async function writeRole(
  sql: Transaction,
  { sid, sn, role, today }: { sid: string; sn: string; role: MeterRole; today: string },
): Promise<void> {
  const earlier = await sql`select from meter_settings where sid = ${sid} and sn = ${sn} limit 1`;
  await sql`
    insert into meter_settings (sid, sn, valid_from, role, reversed, battery_reversed)
    values (${sid}, ${sn}, ${earlier.length > 0 ? today : FIRST_DAY}, ${role}, false, false)
    on conflict (sid, sn, valid_from) do update set role = excluded.role`;
}

/** Returns the serial numbers of the devices attached to a gateway of the plant, sorted. */
export async function childrenOf(sql: Transaction, { sid, sn }: { sid: string; sn: string }): Promise<string[]> {
  const children = await sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and gateway_sn = ${sn} and removed_at is null order by sn`;
  return children.map((child) => child.sn);
}

/** Ids of commands that ended because their device was removed; left out if there are none. */
interface Released {
  endedCommands?: string[];
}

/** Releases devices: their history stays with the plant, their numbers are free again. Returns further details for the audit log. Refuses with deviceNotFound. */
export async function releaseDevices(
  sql: Transaction,
  {
    sid,
    at,
    reason = '',
    keepsPasswords = false,
  }: { sid: string; at: Date; reason?: string; keepsPasswords?: boolean },
  sns: readonly string[],
): Promise<Released> {
  const sorted = [...new Set(sns)].sort();
  await sql`select sn from serial_numbers where sn = any (${sorted}) order by sn for update`;
  // In the lock order of reports: devices before sites.
  await sql`select sn from device_live where sid = ${sid} and sn = any (${sorted}) order by sn for update`;
  const released = await sql<{ sn: string }[]>`
    update devices set removed_at = ${at}, removed_reason = ${reason} where sid = ${sid} and sn = any (${sorted}) and removed_at is null returning sn`;
  const missing = sorted.find((sn) => !released.some((device) => device.sn === sn));
  if (missing) throw new ApiError('deviceNotFound', { sn: missing });
  // A report that was read before this and is written after it is retried.
  await sql`update device_live set version = version + 1 where sid = ${sid} and sn = any (${sorted})`;
  await notifyRegistry(sql, sorted);
  await freeNumbers(sql, sid, sorted, { keepsPasswords });
  await clearPlaces(sql, sid, sorted);
  await recountSite(sql, sid, at);
  await markDirty(sql, sid);
  const endedCommands = await stopCommandsOfDevices(sql, { sid, at }, sorted);
  return endedCommands.length > 0 ? { endedCommands } : {};
}

export async function freeNumbers(
  sql: Transaction,
  sid: string,
  sns: readonly string[],
  { keepsPasswords = false } = {},
): Promise<void> {
  const passwords = keepsPasswords ? sql`` : sql`, credential = null, credential_at = null`;
  await sql`
    update serial_numbers set sid = null, seen_by = '{}', activated_at = null, activated_by = null ${passwords}
    where sn = any (${sns as string[]}) and sid = ${sid}`;
  await sql`update gateways set sid = null where sn = any (${sns as string[]}) and sid = ${sid}`;
}

/**
 * Locks the rows of serial numbers, so that concurrent claims of a number wait for each other; in one order, so that two
 * lists never deadlock. Row policies hide numbers of other companies' plants, so these are missing from `registered`.
 * `alreadyOwn`: numbers in a plant that the session may change.
 */
async function lockNumbers(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  sns: readonly string[],
): Promise<{ registered: Map<string, Registered>; alreadyOwn: Set<string> }> {
  await sql`
    insert into serial_numbers (sn) select sn from unnest(${sns as string[]}::text[]) as t (sn) order by sn on conflict do nothing`;
  const rows = await sql<Registered[]>`
    select sn, product_id, sid, restricted_at is not null as restricted, stock_of from serial_numbers
    where sn = any (${sns as string[]}) order by sn for update`;
  const ownDevices = await sql<{ sn: string }[]>`
    select d.sn from devices d join sites s using (sid)
    where d.sn = any (${sns as string[]}) and d.removed_at is null and ${editableSites(sql, session)}`;
  return { registered: new Map(rows.map((row) => [row.sn, row])), alreadyOwn: new Set(ownDevices.map(({ sn }) => sn)) };
}

/**
 * Returns the product of a device: the model that the user entered, else the registry's, else the announced one, else the
 * one matching its newest stored report. `known` undefined: the number is not free, and only the entered model counts.
 */
async function productOf(
  sql: Transaction,
  device: DeviceToAdd,
  known: Registered | undefined,
  products: readonly Product[],
): Promise<Product | undefined> {
  if (device.model !== undefined) return products.find(({ model }) => model === device.model);
  if (!known) return undefined;
  if (known.productId !== null) return products.find(({ id }) => id === known.productId);
  const announced = (await announcedProducts(sql, products, [device.sn])).get(device.sn);
  if (announced) return announced;
  setRlsNumbers(sql, [device.sn]);
  const [report] = await sql<{ path: string; body: Buffer; receivedAt: Date }[]>`
    select path, body, received_at from raw_reports where sn = ${device.sn} and reason is null
    order by received_at desc limit 1`;
  const reading = report && parseRaw({ ...report, address: '' }, report.receivedAt, device.sn);
  if (!reading || 'rejected' in reading || reading.profileGuess === null) return undefined;
  return products.find(({ frameProfile }) => frameProfile === reading.profileGuess);
}
