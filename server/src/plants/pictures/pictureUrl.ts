// The full address of a stored picture, which clients that know no base address ask for.

/** `publicUrl` without a slash at the end; '' where there is no picture. */
export function pictureUrl(publicUrl: string, path: string): string {
  return path === '' ? '' : `${publicUrl}/${path.replace(/^\/+/, '')}`;
}
