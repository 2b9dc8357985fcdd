// The share sheet of a phone or computer, where the browser has one.

/** Returns whether the browser can share this: a page without TLS and some browsers cannot. */
export const canShare = (data: ShareData): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare(data);

/** Opens the share sheet; resolves to false if the browser refuses, as it does when the press was too long ago. */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    // The reader has closed the sheet.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
