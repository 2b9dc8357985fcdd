// Where a form tells what the server refused: at the field it is about, else above the buttons.
import { REFUSALS, type RefusalWord } from '@heliograph/contract/errors.ts';
import { Refused } from '../../api/failures.ts';

/** The field that each refusal is about. */
export type RefusedAt<Form> = Partial<Record<RefusalWord, keyof Form & string>>;

export function refusedField<Form>(error: unknown, at: RefusedAt<Form> | undefined): (keyof Form & string) | undefined {
  if (!(error instanceof Refused) || !at) return undefined;
  return (Object.keys(at) as RefusalWord[])
    .map((word) => (REFUSALS[word] === error.code ? at[word] : undefined))
    .find((field) => field !== undefined);
}
