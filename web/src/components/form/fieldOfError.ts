// The field at which a form shows a refusal of the server; others are shown above the buttons.
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import { ApiError } from '../../api/failures.ts';

/** Field of each refusal. */
export type FieldOfError<Form> = Partial<Record<ErrorName, keyof Form & string>>;

export function fieldOfError<Form>(
  error: unknown,
  fields: FieldOfError<Form> | undefined,
): (keyof Form & string) | undefined {
  if (!(error instanceof ApiError) || !fields) return undefined;
  return (Object.keys(fields) as ErrorName[])
    .map((refusal) => (ERROR_CODES[refusal] === error.code ? fields[refusal] : undefined))
    .find((field) => field !== undefined);
}
