// Imports an account archive: creates its plants, with devices and pictures, for an account of this portal and restores their history.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audienceOf } from '../../access/accessIndex.ts';
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
import { importLayout, importPicture } from './importPictures.ts';
import { importReportSettings, importViews } from './importSharing.ts';

export interface ImportedPlant {
  sid: string;
  name: string;
  /** Null: the archive has no history of it. */
  restored: Restored | null;
  /** They get access at once, or once their address has an account. */
  guests: readonly string[];
  /** Pages that were public in the other portal; they are not imported. */
  publicPages: number;
}

interface Owner {
  id: number;
  email: string;
  companyId: number;
}

async function readDescription(folder: string): Promise<Description> {
  const text = await readFile(join(folder, 'account.json'), 'utf8');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new StartupError(`${join(folder, 'account.json')} is no JSON.`);
  }
  const read = description.safeParse(content);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new StartupError(
    `${join(folder, 'account.json')} is no description of an account: ${path.join('.')}: ${message}`,
  );
}

/** Continues an interrupted import: an existing plant of the owner is one that it has created. */
export async function importArchive(
  context: Omit<Context, 'config'>,
  { folder, owner }: { folder: string; owner: string },
): Promise<ImportedPlant[]> {
  const { sql } = context;
  const { account, plants } = await readDescription(folder);
  const [user] = await sql<Owner[]>`
    select u.id, u.email, m.company_id from users u join memberships m on m.user_id = u.id
    where u.email = ${owner.trim().toLowerCase()} order by m.is_company_owner desc, m.created_at, m.company_id limit 1`;
  if (!user)
    throw new StartupError(`There is no account ${owner}: it is made first, and its plants are taken in then.`);
  const moved = movedBetween(plants);
  const sids = plants.map(({ sid }) => sid);
  for (const plant of plants) await requireImportable(context, plant, user, { moved, sids });
  const imported: ImportedPlant[] = [];
  for (const plant of plants) {
    const { sid } = plant;
    await sql.begin(async (tx) => {
      await assignNumbers(tx, moved, null);
      await createPlant(context, tx, folder, plant, user);
      await assignNumbers(tx, moved, sid);
    });
    const tables = join(folder, 'plants', sid);
    // In the first archives, a plant without samples has no tables.
    const hasTables = existsSync(join(tables, 'samples.parquet'));
    const restored = hasTables ? await restoreFolder(context, tables, undefined, sid) : null;
    await removeFormerDevices(context, plant);
    await sql.begin(async (tx) => {
      await importLayout(tx, folder, plant);
      await importReportSettings(tx, plant, { from: account.email, to: user.email, at: context.clock.now() });
    });
    await auditTool(context, 'account.takeIn', sid, { owner: user.id });
    const { guests, publicPages } = plant;
    imported.push({ sid, name: plant.site.name, restored, guests, publicPages: publicPages.length });
  }
  await sql.begin(async (tx) => {
    await assignNumbers(tx, moved, null);
    for (const { sid } of plants) await assignNumbers(tx, moved, sid, { isThereNow: true });
    await importViews(tx, account.views, user.id);
  });
  return imported;
}

/**
 * Serial numbers that are or were in several plants of the archive. History is restored by serial number, so a number is
 * assigned to each of these plants in turn, and finally to the one where the device is now.
 */
function movedBetween(plants: readonly PlantDescription[]): string[] {
  const all = plants.flatMap(({ devices }) => devices.map(({ sn }) => sn)).sort();
  return [...new Set(all.filter((sn, index) => sn === all[index - 1]))];
}

/** Assigns the numbers whose devices are or were in the plant, with `isThereNow` only those that are; `sid` null: to no plant. */
async function assignNumbers(
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

/** Refuses before anything is created: the history would reach other plants that have the numbers. */
async function requireImportable(
  { sql }: Pick<Context, 'sql'>,
  { sid, site, devices }: PlantDescription,
  owner: Owner,
  { moved, sids }: { moved: readonly string[]; sids: readonly string[] },
): Promise<void> {
  const [there] = await sql<{ ownerId: number | null }[]>`select owner_id from sites where sid = ${sid}`;
  if (there && there.ownerId !== owner.id)
    throw new StartupError(`The plant ${sid} is here already, and not ${owner.email}'s.`);
  const refusal = (why: string) => new StartupError(`Nothing was taken in: ${why}`);
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
  if (taken.length > 0) throw refusal(`numbers of the plant ${site.name} are in other plants here: ${listed(taken)}.`);
  // An existing plant already has its devices.
  if (there) return;
  const restricted = numbers.filter(({ isRestricted }) => isRestricted);
  if (restricted.length > 0)
    throw refusal(`numbers of the plant ${site.name} are restricted here: ${listed(restricted)}.`);
  const products = await sql<{ model: number }[]>`select model from products`;
  const missing = devices.find(({ model }) => !products.some((product) => product.model === model));
  if (missing)
    throw refusal(
      `there is no product ${missing.model} (${missing.product}) here, of which the plant ${site.name} has devices. It is entered first.`,
    );
}

async function createPlant(
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
    companyId,
  );
  const seen = await audienceOf(sql, {
    companyId,
    ownerId: owner.id,
    installerId: null,
    sharedWith: named.shared_with,
  });
  // Remote control that the owner had switched off stays off.
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
    isDemo: false,
    secondFactorBy: null,
    owesSecondFactor: false,
    api: null,
  };
  await claimDevices(
    { context: context as Context, sql, session, at: context.clock.now(), address: '' },
    sid,
    devices.map(({ sn, model, alias }) => ({ sn, model, alias })),
    // A device that signs in with a password gets it from the portal when its gateway is connected.
    { keepsPasswords: true, wereElsewhere: true },
  );
  for (const {
    sn,
    gatewaySn,
    stringNumber,
    tiltDeg,
    azimuthDeg,
    orientation,
    meterType,
    replacesSn,
    offsetWh,
    flowOffsets,
    createdAt,
  } of devices)
    await sql`
      update devices set gateway_sn = ${gatewaySn}, string_number = ${stringNumber}, tilt_deg = ${tiltDeg},
        azimuth_deg = ${azimuthDeg}, orientation = ${orientation}, meter_type = ${meterType}, replaces_sn = ${replacesSn}, offset_wh = ${offsetWh},
        flow_offsets = ${JSON.stringify(flowOffsets)}::text::jsonb,
        created_at = coalesce(${createdAt}::timestamptz, created_at)
      where sid = ${sid} and sn = ${sn}`;
  for (const picture of pictures) await importPicture(sql, { folder, table: 'site_pictures', sid, picture });
  await writeFirstPicture(sql, sid);
}

/** Removes the devices that had left the plant before; their history stays with it. */
async function removeFormerDevices(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  { sid, devices }: PlantDescription,
): Promise<void> {
  const removed = devices.filter(({ isRemoved }) => isRemoved);
  const sns = textArray(removed.map(({ sn }) => sn));
  await sql.begin(async (tx) => {
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
