// Full URL of a stored picture, for clients that know no base URL.

/** Returns the URL, '' if there is no picture. `publicUrl`: without a trailing slash. */
export function pictureUrl(publicUrl: string, path: string): string {
  return path === '' ? '' : `${publicUrl}/${path.replace(/^\/+/, '')}`;
}
