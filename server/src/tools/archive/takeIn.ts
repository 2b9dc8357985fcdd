// Takes an archive of an account in: its plants are made for an account of this portal, with devices and pictures, and their history comes back.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seenBy } from '../../access/accessIndex.ts';
import { claimDevices } from '../../claiming/claimDevices.ts';
import type { Context, Session } from '../../context.ts';
import { writeFirstPicture } from '../../plants/pictures/sitePictures.ts';
import { guestColumns } from '../../plants/sharing/invitations.ts';
import { operatorsCompany } from '../../plants/transfer/serviceAssignment.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import { StartupError } from '../../platform/startupError.ts';
import { auditTool } from '../exporter/audit.ts';
import { type Restored, restoreFolder } from '../restorer/restoreFolder.ts';
import { restorePriceList } from '../restorer/restoreSettings.ts';
import { type Description, description, type PlantDescription } from './description.ts';
import { takeLayout, takePicture } from './takePictures.ts';
import { takeReports, takeViews } from './takeSharing.ts';

export interface TakenIn {
  sid: string;
  name: string;
  /** Null: the archive has no history of it. */
  restored: Restored | null;
  /** They see it here, too: at once, or once the address has an account. */
  guests: readonly string[];
  /** So many were open, and none of them is here. */
  publicPages: number;
}

interface Owner {
  id: number;
  email: string;
  companyId: number;
}

async function readDescription(folder: string): Promise<Description> {
  const text = await readFile(join(folder, 'account.json'), 'utf8');
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw new StartupError(`${join(folder, 'account.json')} is no JSON.`);
  }
  const read = description.safeParse(said);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new StartupError(
    `${join(folder, 'account.json')} is no description of an account: ${path.join('.')}: ${message}`,
  );
}

/** Run again it goes on where it ended: a plant that is there is the one that it made. */
export async function takeIn(
  context: Omit<Context, 'config'>,
  { folder, owner }: { folder: string; owner: string },
): Promise<TakenIn[]> {
  const { sql } = context;
  const { account, plants } = await readDescription(folder);
  const [user] = await sql<Owner[]>`
    select u.id, u.email, m.company_id from users u join memberships m on m.user_id = u.id
    where u.email = ${owner.trim().toLowerCase()} order by m.is_company_owner desc, m.created_at, m.company_id limit 1`;
  if (!user)
    throw new StartupError(`There is no account ${owner}: it is made first, and its plants are taken in then.`);
  const moved = movedBetween(plants);
  const sids = plants.map(({ sid }) => sid);
  for (const plant of plants) await mayCome(context, plant, user, { moved, sids });
  const taken: TakenIn[] = [];
  for (const plant of plants) {
    const { sid } = plant;
    await sql.begin(async (begun) => {
      const tx = begun as Transaction;
      await putNumbers(tx, moved, null);
      await makePlant(context, tx, folder, plant, user);
      await putNumbers(tx, moved, sid);
    });
    const tables = join(folder, 'plants', sid);
    // Of the first archives, one that never reported has no tables.
    const hasTables = existsSync(join(tables, 'samples.parquet'));
    const restored = hasTables ? await restoreFolder(context, tables, undefined, sid) : null;
    await release(context, plant);
    await sql.begin(async (begun) => {
      const tx = begun as Transaction;
      await takeLayout(tx, folder, plant);
      await takeReports(tx, plant, { from: account.email, to: user.email, at: context.clock.now() });
    });
    await auditTool(context, 'account.takeIn', sid, { owner: user.id });
    const { guests, publicPages } = plant;
    taken.push({ sid, name: plant.site.name, restored, guests, publicPages: publicPages.length });
  }
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    await putNumbers(tx, moved, null);
    for (const { sid } of plants) await putNumbers(tx, moved, sid, { isThereNow: true });
    await takeViews(tx, account.views, user.id);
  });
  return taken;
}

/**
 * Numbers of devices that are, or were, in several plants of the archive. Each has its history in all of them, which comes by the
 * number: it is each plant's in turn, and in the end of the one where its device is.
 */
function movedBetween(plants: readonly PlantDescription[]): string[] {
  const all = plants.flatMap(({ devices }) => devices.map(({ sn }) => sn)).sort();
  return [...new Set(all.filter((sn, index) => sn === all[index - 1]))];
}

/** Gives these numbers to a plant that has, or had, their devices; or, `isThereNow`, to the one that has them. Null: to none. */
async function putNumbers(
  sql: Transaction,
  moved: readonly string[],
  sid: string | null,
  { isThereNow = false } = {},
): Promise<void> {
  if (moved.length === 0) return;
  const there =
    sid === null
      ? moved
      : (
          await sql<{ sn: string }[]>`
            select sn from devices
            where sid = ${sid} and sn in (select unnest(${textArray(moved)}::text::text[])) and (removed_at is null or ${!isThereNow})`
        ).map(({ sn }) => sn);
  const [plant] = sid === null ? [] : await sql<{ seenBy: number[] }[]>`select seen_by from sites where sid = ${sid}`;
  await sql`
    update serial_numbers set sid = ${sid}, seen_by = ${plant?.seenBy ?? []}
    where sn in (select unnest(${textArray(there)}::text::text[]))`;
  await notifyRegistry(sql, there);
}

/** Before anything is made: its history would come into other plants, where its numbers are, and half of the plants would be here. */
async function mayCome(
  { sql }: Pick<Context, 'sql'>,
  { sid, site, devices }: PlantDescription,
  owner: Owner,
  { moved, sids }: { moved: readonly string[]; sids: readonly string[] },
): Promise<void> {
  const [there] = await sql<{ ownerId: number | null }[]>`select owner_id from sites where sid = ${sid}`;
  if (there && there.ownerId !== owner.id)
    throw new StartupError(`The plant ${sid} is here already, and not ${owner.email}'s.`);
  const nothing = (why: string) => new StartupError(`Nothing was taken in: ${why}`);
  const numbers = await sql<{ sn: string; sid: string | null; isRestricted: boolean }[]>`
    select sn, sid, restricted_at is not null as is_restricted from serial_numbers
    where sn in (select unnest(${textArray(devices.map(({ sn }) => sn))}::text::text[]))
      and (sid <> ${sid} or restricted_at is not null) order by sn`;
  const isOurs = (number: (typeof numbers)[number]) =>
    number.sid === null || number.sid === sid || (moved.includes(number.sn) && sids.includes(number.sid));
  const listed = (those: readonly { sn: string }[]) =>
    those
      .slice(0, 10)
      .map(({ sn }) => sn)
      .join(', ');
  const taken = numbers.filter((number) => !isOurs(number));
  if (taken.length > 0) throw nothing(`numbers of the plant ${site.name} are in other plants here: ${listed(taken)}.`);
  // What is here already comes to nobody once more.
  if (there) return;
  const restricted = numbers.filter(({ isRestricted }) => isRestricted);
  if (restricted.length > 0)
    throw nothing(`numbers of the plant ${site.name} are restricted here: ${listed(restricted)}.`);
  const products = await sql<{ model: number }[]>`select model from products`;
  const missing = devices.find(({ model }) => !products.some((product) => product.model === model));
  if (missing)
    throw nothing(
      `there is no product ${missing.model} (${missing.product}) here, of which the plant ${site.name} has devices. It is entered first.`,
    );
}

async function makePlant(
  context: Omit<Context, 'config'>,
  sql: Transaction,
  folder: string,
  { sid, site, prices, devices, pictures, guests, controlOffAt }: PlantDescription,
  owner: Owner,
): Promise<void> {
  const [there] = await sql`select from sites where sid = ${sid}`;
  if (there) return;
  const companyId = await operatorsCompany(sql);
  const named = await guestColumns(
    sql,
    guests.filter((email) => email !== owner.email),
  );
  const seen = await seenBy(sql, { companyId, ownerId: owner.id, installerId: null, sharedWith: named.shared_with });
  // An owner's veto goes along: nobody controls here what nobody controlled there.
  const control = { controlOffAt, controlOffBy: controlOffAt === null ? null : owner.id };
  await sql`insert into sites ${sql({ ...site, ...named, ...control, sid, companyId, ownerId: owner.id, seenBy: seen })}`;
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2000-01-01', 0)`;
  await sql`insert into site_live (sid, seen_by) values (${sid}, ${seen})`;
  await restorePriceList(sql, prices, sid, context.clock.now());
  const session: Session = {
    id: 0,
    userId: owner.id,
    email: owner.email,
    companyId,
    roleId: 0,
    roleCode: 'administrator',
    scope: 'all',
    companyIds: [],
    permissions: new Set<never>(),
    expiresAt: context.clock.now(),
    viewing: null,
    hasSecondFactor: false,
    secondFactorBy: null,
    owesSecondFactor: false,
    api: null,
  };
  await claimDevices(
    { context: context as Context, sql, session, at: context.clock.now() },
    sid,
    devices.map(({ sn, model, alias }) => ({ sn, model, alias })),
    // Whatever signs in with one gets it from the portal, when its gateway is there.
    { keepsPasswords: true, wereElsewhere: true },
  );
  for (const {
    sn,
    gatewaySn,
    stringNumber,
    tiltDeg,
    azimuthDeg,
    orientation,
    replacesSn,
    offsetWh,
    flowOffsets,
    createdAt,
  } of devices)
    await sql`
      update devices set gateway_sn = ${gatewaySn}, string_number = ${stringNumber}, tilt_deg = ${tiltDeg},
        azimuth_deg = ${azimuthDeg}, orientation = ${orientation}, replaces_sn = ${replacesSn}, offset_wh = ${offsetWh},
        flow_offsets = ${JSON.stringify(flowOffsets)}::text::jsonb,
        created_at = coalesce(${createdAt}::timestamptz, created_at)
      where sid = ${sid} and sn = ${sn}`;
  for (const picture of pictures) await takePicture(sql, { folder, table: 'site_pictures', sid, picture });
  await writeFirstPicture(sql, sid);
}

/** Those that had left the plant leave it again; their history is its own. */
async function release(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  { sid, devices }: PlantDescription,
): Promise<void> {
  const removed = devices.filter(({ isRemoved }) => isRemoved);
  const sns = textArray(removed.map(({ sn }) => sn));
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    for (const { sn, removedAt, removedReason } of removed)
      await tx`
        update devices set removed_at = ${removedAt ?? clock.now()}, removed_reason = ${removedReason}
        where sid = ${sid} and sn = ${sn} and removed_at is null`;
    await tx`update serial_numbers set sid = null where sid = ${sid} and sn = any (${sns}::text::text[])`;
    await notifyRegistry(
      tx,
      devices.map(({ sn }) => sn),
    );
  });
}
