// Pictures of a plant, the oldest first; the first one's path stands with the plant, for lists.
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

/** Call it in the transaction that added or removed one. */
export async function writeFirstPicture(sql: Transaction, sid: string): Promise<void> {
  const [first] = await sitePictures(sql, sid);
  await sql`update sites set picture_path = ${first ? sitePicturePath(sid, first.name) : ''} where sid = ${sid}`;
}
