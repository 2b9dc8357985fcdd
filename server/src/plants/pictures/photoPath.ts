// Where photos of roofs and pictures of plants are fetched: below their plant, under names that nobody can guess.
import { pictureUrl } from './pictureUrl.ts';

export const photoPath = (sid: string, name: string): string => `files/layout/${sid}/${name}`;
export const sitePicturePath = (sid: string, name: string): string => `files/site/${sid}/${name}`;

export function sitePictureOf(
  publicUrl: string,
  sid: string,
  picture: { name: string; width: number; height: number },
) {
  const path = sitePicturePath(sid, picture.name);
  return { ...picture, path, fullPath: pictureUrl(publicUrl, path) };
}
