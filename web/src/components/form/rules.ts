// What a form checks before it sends: which fields must be filled, and what is wrong with the others.

/** In the words of the message catalogue; `min` is told where there is one. */
export interface Fault {
  type: 'required' | 'email' | 'same' | 'length' | 'minLength' | 'format';
  min?: number;
}
export type Faults<Form> = Partial<Record<keyof Form & string, Fault>>;

export interface Rules<Form> {
  required: readonly (keyof Form & string)[];
  /** The first fault of each field; none means that it may be sent. */
  faults: (form: Form) => Faults<Form>;
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Rules that need no schema: only that something is there. */
export const requiredRules = <Form extends object>(required: readonly (keyof Form & string)[]): Rules<Form> => ({
  required,
  faults: (form) =>
    Object.fromEntries(
      required.filter((name) => isBlank(form[name])).map((name) => [name, { type: 'required' }]),
    ) as Faults<Form>,
});

/** The confirmation of a password: there, and the same; both are trimmed as the contract trims them. */
export function againFault(wanted: string, again: string): Fault | undefined {
  if (again.trim() === '') return { type: 'required' };
  return again.trim() === wanted.trim() ? undefined : { type: 'same' };
}
