// Imports pictures of an archive, and the layout of a plant with its background photo.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reencode } from '../../plants/pictures/reencodePhoto.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { StartupError } from '../../platform/startupError.ts';
import type { PlantDescription } from './description.ts';

interface PictureImport {
  folder: string;
  table: 'site_pictures' | 'layout_photos';
  sid: string;
  picture: PlantDescription['pictures'][number];
}

/** Returns the picture's name; an existing one stays. */
export async function importPicture(sql: Transaction, { folder, table, sid, picture }: PictureImport): Promise<string> {
  const { file, width, height, createdAt } = picture;
  const name = /^plants\/\w+\/(?:roof-)?([\w-]{22})\.webp$/.exec(file)?.[1];
  if (name === undefined) throw new StartupError(`${file} is no picture of a plant.`);
  // The archive was in somebody's hands: only the pixels of its pictures are taken over.
  const drawn = await reencode(await readFile(join(folder, file)));
  if (!drawn) throw new StartupError(`${join(folder, file)} is no picture in WebP.`);
  await sql`
    insert into ${sql(table)} (sid, name, width, height, bytes, created_at)
    values (${sid}, ${name}, ${width}, ${height}, ${drawn.bytes}, ${createdAt}) on conflict do nothing`;
  return name;
}

/** Call it after restoring the tables, which contain its zones; a layout changed in this portal stays. */
export async function importLayout(sql: Transaction, folder: string, { sid, layout }: PlantDescription): Promise<void> {
  if (layout === null) return;
  const { photo, scale, xM, yM, opacity, changedAt } = layout;
  const [own] = await sql`select from layouts where sid = ${sid} and (version > 1 or photo is not null)`;
  if (own) return;
  const name = photo && (await importPicture(sql, { folder, table: 'layout_photos', sid, picture: photo }));
  await sql`
    insert into layouts (sid, version, changed_at, changed_by, photo, photo_scale, photo_x_m, photo_y_m, photo_opacity)
    values (${sid}, 1, ${changedAt}, 0, ${name}, ${scale}, ${xM}, ${yM}, ${opacity})
    on conflict (sid) do update set photo = excluded.photo, photo_scale = excluded.photo_scale, photo_x_m = excluded.photo_x_m,
      photo_y_m = excluded.photo_y_m, photo_opacity = excluded.photo_opacity, changed_at = excluded.changed_at`;
}
