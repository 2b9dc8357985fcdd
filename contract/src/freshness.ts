// How long a value counts as live: three upload intervals of its device, both for offline detection and for greyed values on pages.

/** Upload interval of a device until its own is known, s. */
export const DEFAULT_UPLOAD_S = 300;
/** Missed uploads until a device counts as offline. */
export const MISSED_UPLOADS = 3;

/** Seconds after which a value of a device with this upload interval is no longer live. */
export function staleAfterS(expectedUploadS: number): number {
  return MISSED_UPLOADS * expectedUploadS;
}

/** A value from the future (wrong clock) is live. */
export function isStale(atMs: number, nowMs: number, expectedUploadS: number): boolean {
  return nowMs - atMs > staleAfterS(expectedUploadS) * 1000;
}
