// The rules of a form taken from the contract's request: what it refuses is told beside the field before it is sent.
import type { z } from 'zod';
import { type Fault, type Faults, isBlank, type Rules } from './rules.ts';

interface Given<Form> {
  /** The form with nothing typed: what the contract misses then is required. */
  empty: Form;
  /** What is sent; the form itself unless said. */
  wireOf?: (form: Form) => unknown;
  /** The form's name of a field of the contract, where they differ. */
  names?: Readonly<Record<string, keyof Form & string>>;
  /** What the contract cannot know, such as a confirmation that is not sent. */
  also?: (form: Form) => Faults;
  /** Must be filled although the contract does not see them. */
  alsoRequired?: readonly (keyof Form & string)[];
}

interface Issue {
  code: string;
  path: PropertyKey[];
  origin?: unknown;
  format?: unknown;
  minimum?: unknown;
  /** Of a union: the issues of each of its members. */
  errors?: readonly (readonly Issue[])[];
}

export function contractRules<Form extends object>(schema: z.ZodType, given: Given<Form>): Rules<Form> {
  const { empty, wireOf = (form: Form) => form, names = {}, also } = given;
  const found = (form: Form): [keyof Form & string, Issue][] =>
    (schema.safeParse(wireOf(form)).error?.issues ?? []).flatMap((issue) => {
      const wire = String(issue.path[0]);
      const name = names[wire] ?? wire;
      return name in empty ? [[name as keyof Form & string, issue as Issue]] : [];
    });
  // A field that is filled from the start and may be emptied by nobody is no question.
  const missing = found(empty).filter(([name]) => isBlank(empty[name]));
  const required = [...new Set([...missing.map(([name]) => name), ...(given.alsoRequired ?? [])])];
  return {
    required,
    faults: (form) => {
      const faults: Record<string, Fault> = {};
      for (const name of required) if (isEmptied(form[name])) faults[name] = { type: 'required' };
      for (const [name, issue] of found(form)) faults[name] ??= faultOf(issue, form[name]);
      for (const [name, fault] of Object.entries(also?.(form) ?? {})) faults[name] ??= fault;
      return faults;
    },
  };
}

/** Spaces alone may be a password: whether they count is the contract's to say. */
const isEmptied = (value: unknown): boolean => value === '' || value === undefined || value === null;

function faultOf(issue: Issue, value: unknown): Fault {
  if (isBlank(value)) return { type: 'required' };
  if (isAboutEmail(issue)) return { type: 'email' };
  if (issue.origin !== 'string') return { type: 'format' };
  if (issue.code === 'too_small' && typeof issue.minimum === 'number') return { type: 'minLength', min: issue.minimum };
  return { type: issue.code === 'too_big' ? 'length' : 'format' };
}

const isAboutEmail = (issue: Issue): boolean =>
  issue.format === 'email' || (issue.errors ?? []).some((issues) => issues.some(isAboutEmail));
