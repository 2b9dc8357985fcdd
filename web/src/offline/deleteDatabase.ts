// Deletes a database of this browser; other tabs close their connections to it.

export function deleteDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name);
  } catch {
    // Missing in old browsers' private windows, and refused where cookies are blocked: nothing was stored then.
  }
}
