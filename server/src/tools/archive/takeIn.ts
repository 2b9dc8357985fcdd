// Takes an archive of an account in: its plants are made for an account of this portal, with devices and pictures, and their history comes back.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDevices } from '../../changes/claimDevices.ts';
import { guestColumns } from '../../changes/invitations.ts';
import { seenBy } from '../../changes/siteAccess.ts';
import type { Context, Session } from '../../context.ts';
import type { Transaction } from '../../db/connect.ts';
import { textArray } from '../../sql/arrays.ts';
import { operatorsCompany } from '../../sql/care.ts';
import { writeFirstPicture } from '../../sql/sitePictures.ts';
import { StartError } from '../../startError.ts';
import { tellRegistry } from '../../telemetry/registry.ts';
import { auditTool } from '../exporter/audit.ts';
import { type Restored, restoreFolder } from '../restorer/restoreFolder.ts';
import { takePriceList } from '../restorer/takeSettings.ts';
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
    throw new StartError(`${join(folder, 'account.json')} is no JSON.`);
  }
  const read = description.safeParse(said);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new StartError(
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
  if (!user) throw new StartError(`There is no account ${owner}: it is made first, and its plants are taken in then.`);
  for (const plant of plants) await mayCome(context, plant, user);
  const taken: TakenIn[] = [];
  for (const plant of plants) {
    const { sid } = plant;
    await sql.begin((tx) => makePlant(context, tx as Transaction, folder, plant, user));
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
  await sql.begin((tx) => takeViews(tx as Transaction, account.views, user.id));
  return taken;
}

/** Before anything is made: its history would come into other plants, where its numbers are. */
async function mayCome(
  { sql }: Pick<Context, 'sql'>,
  { sid, site, devices }: PlantDescription,
  owner: Owner,
): Promise<void> {
  const [there] = await sql<{ ownerId: number | null }[]>`select owner_id from sites where sid = ${sid}`;
  if (there && there.ownerId !== owner.id)
    throw new StartError(`The plant ${sid} is here already, and not ${owner.email}'s.`);
  const sns = devices.map(({ sn }) => sn);
  const taken = await sql<{ sn: string }[]>`
    select sn from serial_numbers where sn = any (${textArray(sns)}::text::text[]) and sid <> ${sid} order by sn limit 10`;
  if (taken.length > 0)
    throw new StartError(
      `Nothing was taken in: numbers of the plant ${site.name} are in other plants here: ${taken.map(({ sn }) => sn).join(', ')}.`,
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
  await takePriceList(sql, prices, sid, context.clock.now());
  const session: Session = {
    ...{ id: 0, userId: owner.id, email: owner.email, companyId, roleId: 0, roleCode: 'administrator', scope: 'all' },
    ...{ companyIds: [], permissions: new Set<never>(), expiresAt: context.clock.now() },
    ...{ viewing: null, hasSecondFactor: false, secondFactorBy: null, owesSecondFactor: false, api: null },
  };
  await claimDevices(
    { context: context as Context, sql, session, at: context.clock.now() },
    sid,
    devices.map(({ sn, model, alias }) => ({ sn, model, alias })),
    // Whatever signs in with one gets it from the portal, when its gateway is there.
    { keepsPasswords: true },
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
    await tellRegistry(
      tx,
      devices.map(({ sn }) => sn),
    );
  });
}
