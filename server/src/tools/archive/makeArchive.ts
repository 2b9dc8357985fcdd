// Writes everything an account owns into a folder: account.json, its picture, and the pictures and full export of each plant.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { readSitePrices } from '../../energy/money/sitePrices.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { exportSite } from '../exporter/exportSite.ts';
import { type Description, type PlantDescription, SITE_FIELDS } from './description.ts';
import { type Put, readAccount } from './readAccount.ts';
import { readSharing } from './readSharing.ts';

/** Returns the files, relative to the folder. `onProgress`: plants done. */
export async function makeArchive(
  context: Pick<Context, 'sql' | 'clock'>,
  { userId, folder }: { userId: number; folder: string },
  onProgress: (done: number, all: number) => Promise<void>,
  interrupted?: AbortSignal,
): Promise<string[]> {
  const { sql, clock } = context;
  const files: string[] = [];
  const put = async (file: string, content: string | Uint8Array): Promise<void> => {
    await writeFile(join(folder, file), content, { mode: 0o600, flag: 'wx' });
    files.push(file);
  };
  const account = await readAccount(sql, userId, put);
  const sids = (await sql<{ sid: string }[]>`select sid from sites where owner_id = ${userId} order by sid`).map(
    ({ sid }) => sid,
  );
  const plants: PlantDescription[] = [];
  for (const [done, sid] of sids.entries()) {
    await onProgress(done, sids.length);
    const plantFolder = join('plants', sid);
    await mkdir(join(folder, plantFolder), { recursive: true, mode: 0o700 });
    plants.push(await readPlant(sql, sid, put));
    const order = {
      sid,
      sn: null,
      from: null,
      to: null,
      format: 'parquet',
      folder: join(folder, plantFolder),
    } as const;
    const exported = await exportSite(context, { ...order, evenWithoutHistory: true }, () => {}, interrupted);
    files.push(...exported.files.map(({ path }) => path.slice(folder.length + 1)));
  }
  const content: Description = {
    format: 'heliograph-account',
    version: 2,
    madeAt: clock.now().toISOString(),
    account,
    plants,
  };
  await put('account.json', `${JSON.stringify(content, null, 2)}\n`);
  await onProgress(sids.length, sids.length);
  return files.filter((file) => existsSync(join(folder, file)));
}

async function readPlant(sql: Sql, sid: string, put: Put): Promise<PlantDescription> {
  const [row] = await sql<(PlantDescription['site'] & { createdAt: Date | string })[]>`
    select name, country_code, state_code, state_name, city, street, zip_code, latitude, longitude, timezone, temperature_unit,
      currency, power_max_w, system_size_w, control_limit_w, commissioned_on, pv_brand, pv_model, battery_brand, battery_model,
      remark, pv_remark, battery_remark, project_reference_id, created_at, allowed_sources
    from sites where sid = ${sid}`;
  const site = Object.fromEntries(
    SITE_FIELDS.map((field) => [
      field,
      field === 'createdAt' ? (row!.createdAt as unknown as Date).toISOString() : row![field],
    ]),
  ) as PlantDescription['site'];
  const devices = await sql<(PlantDescription['devices'][number] & { createdAt: unknown; removedAt: unknown })[]>`
    select d.sn, p.model, p.name as product, d.alias, d.gateway_sn, d.string_number, d.tilt_deg, d.azimuth_deg, d.orientation, d.meter_type,
      d.removed_at is not null as is_removed, d.removed_at, d.removed_reason, d.replaces_sn, d.offset_wh, d.flow_offsets,
      d.created_at
    from devices d join products p on p.id = d.product_id where d.sid = ${sid} order by d.sn`;
  const prices = await sql.begin('read only', (tx) => readSitePrices(tx, sid));
  const pictures: PlantDescription['pictures'] = [];
  const rows = await sql<{ name: string; width: number; height: number; bytes: Buffer; createdAt: Date }[]>`
    select name, width, height, bytes, created_at from site_pictures where sid = ${sid} order by created_at, name`;
  for (const { name, width, height, bytes, createdAt } of rows) {
    const file = `plants/${sid}/${name}.webp`;
    await put(file, bytes);
    pictures.push({ file, width, height, createdAt: createdAt.toISOString() });
  }
  const layout = await readLayoutOf(sql, sid, put);
  return {
    sid,
    site,
    prices: [...prices],
    devices: devices.map(instantsToText),
    pictures,
    layout,
    ...(await readSharing(sql, sid)),
  };
}

async function readLayoutOf(sql: Sql, sid: string, put: Put): Promise<PlantDescription['layout']> {
  const [row] = await sql<
    { scale: number; xM: number; yM: number; opacity: number; changedAt: Date; name: string | null }[]
  >`
    select photo_scale as scale, photo_x_m as x_m, photo_y_m as y_m, photo_opacity as opacity, changed_at, photo as name
    from layouts where sid = ${sid}`;
  if (!row) return null;
  const { name, changedAt, ...layout } = row;
  const [photo] = await sql<{ width: number; height: number; bytes: Buffer; createdAt: Date }[]>`
    select width, height, bytes, created_at from layout_photos where sid = ${sid} and name = ${name}`;
  const file = `plants/${sid}/roof-${name}.webp`;
  if (photo) await put(file, photo.bytes);
  return {
    ...layout,
    changedAt: changedAt.toISOString(),
    photo: photo ? { file, width: photo.width, height: photo.height, createdAt: photo.createdAt.toISOString() } : null,
  };
}

/** Writes instants as ISO texts. */
const instantsToText = <T extends { createdAt: unknown; removedAt: unknown }>({
  createdAt,
  removedAt,
  ...rest
}: T) => ({
  ...rest,
  createdAt: (createdAt as Date).toISOString(),
  removedAt: (removedAt as Date | null)?.toISOString() ?? null,
});
