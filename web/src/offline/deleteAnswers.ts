// Deletes the stored answers: when a session ends, and when another account or company follows.

/** Database of the stored answers (answerDatabase.ts). */
export const DATABASE = 'answers';

export function deleteAnswers(): void {
  // Missing in old browsers' private windows; other tabs close their connections (answerDatabase.ts).
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE);
}
