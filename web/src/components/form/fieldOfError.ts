// The field at which a form shows a refusal of the server; others are shown above the buttons.
import { REFUSALS, type RefusalWord } from '@heliograph/contract/errors.ts';
import { ApiError } from '../../api/failures.ts';

/** Field of each refusal. */
export type FieldOfError<Form> = Partial<Record<RefusalWord, keyof Form & string>>;

export function fieldOfError<Form>(
  error: unknown,
  fields: FieldOfError<Form> | undefined,
): (keyof Form & string) | undefined {
  if (!(error instanceof ApiError) || !fields) return undefined;
  return (Object.keys(fields) as RefusalWord[])
    .map((refusal) => (REFUSALS[refusal] === error.code ? fields[refusal] : undefined))
    .find((field) => field !== undefined);
}
