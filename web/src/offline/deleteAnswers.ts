// Deletes the stored answers: when a session ends, and when another account or company follows.
import { deleteDatabase } from './deleteDatabase.ts';

/** Database of the stored answers (answerDatabase.ts). */
export const DATABASE = 'answers';

export function deleteAnswers(): void {
  deleteDatabase(DATABASE);
}
