// Pictures of a plant, oldest first; the path of the first one is stored with the plant, for lists.
import type { Transaction } from '../../platform/database/connect.ts';
import { sitePicturePath } from './photoPath.ts';

export interface SitePicture {
  name: string;
  width: number;
  height: number;
}

export async function sitePictures(sql: Transaction, sid: string): Promise<SitePicture[]> {
  return await sql<SitePicture[]>`
    select name, width, height from site_pictures where sid = ${sid} order by created_at, name`;
}

/** Stores the path of the first picture with the plant; call it in the transaction that added or removed a picture. */
export async function writeFirstPicture(sql: Transaction, sid: string): Promise<void> {
  const [first] = await sitePictures(sql, sid);
  await sql`update sites set picture_path = ${first ? sitePicturePath(sid, first.name) : ''} where sid = ${sid}`;
}
