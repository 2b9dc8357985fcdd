// Where a form tells what the server refused: at the field it is about, else above the buttons.
import { ERROR_CODES, type RefusalWord } from '@heliograph/contract/errors.ts';
import { ApiError } from '../../api/failures.ts';

/** The field that each refusal is about. */
export type FieldOfError<Form> = Partial<Record<RefusalWord, keyof Form & string>>;

export function fieldOfError<Form>(
  error: unknown,
  at: FieldOfError<Form> | undefined,
): (keyof Form & string) | undefined {
  if (!(error instanceof ApiError) || !at) return undefined;
  return (Object.keys(at) as RefusalWord[])
    .map((word) => (ERROR_CODES[word] === error.code ? at[word] : undefined))
    .find((field) => field !== undefined);
}
