// Paths of roof photos and plant pictures: below their plant, under names that cannot be guessed.
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
