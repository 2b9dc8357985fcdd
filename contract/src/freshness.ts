// How long a value counts as live: three uploads of the device that sent it, the same for the server's silence and for what a page greys.

/** Seconds between the uploads of a device whose own interval is not known yet. */
export const DEFAULT_UPLOAD_S = 300;
/** So many missed uploads mean: silent. */
export const MISSED_UPLOADS = 3;

/** Seconds after which a value of a device that uploads so often is no value of now. */
export function staleAfterS(expectedUploadS: number): number {
  return MISSED_UPLOADS * expectedUploadS;
}

/** A value from the future (a wrong clock) is fresh. */
export function isStale(atMs: number, nowMs: number, expectedUploadS: number): boolean {
  return nowMs - atMs > staleAfterS(expectedUploadS) * 1000;
}
