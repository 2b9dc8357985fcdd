// Rules of a form derived from the contract's request schema: what the schema refuses is shown at the field before sending.
import type { z } from 'zod';
import { type Fault, type Faults, isBlank, type Rules } from './rules.ts';

interface RuleOptions<Form> {
  /** The empty form: fields that the contract misses in it are required. */
  empty: Form;
  /** Returns the request; the form itself by default. */
  wireOf?: (form: Form) => unknown;
  /** Form field names by contract field name, where they differ. */
  names?: Readonly<Record<string, keyof Form & string>>;
  /** Further rules outside the contract, such as a confirmation that is not sent. */
  also?: (form: Form) => Faults;
  /** Further required fields that are not in the contract. */
  alsoRequired?: readonly (keyof Form & string)[];
}

interface Issue {
  code: string;
  path: PropertyKey[];
  origin?: unknown;
  format?: unknown;
  minimum?: unknown;
  /** For a union: the issues of each of its members. */
  errors?: readonly (readonly Issue[])[];
}

export function contractRules<Form extends object>(schema: z.ZodType, options: RuleOptions<Form>): Rules<Form> {
  const { empty, wireOf = (form: Form) => form, names = {}, also } = options;
  const issuesOf = (form: Form): [keyof Form & string, Issue][] =>
    (schema.safeParse(wireOf(form)).error?.issues ?? []).flatMap((issue) => {
      const wire = String(issue.path[0]);
      const name = names[wire] ?? wire;
      return name in empty ? [[name as keyof Form & string, issue as Issue]] : [];
    });
  // A field that has an initial value and cannot be cleared does not count.
  const missing = issuesOf(empty).filter(([name]) => isBlank(empty[name]));
  const required = [...new Set([...missing.map(([name]) => name), ...(options.alsoRequired ?? [])])];
  return {
    required,
    faults: (form) => {
      const faults: Record<string, Fault> = {};
      for (const name of required) if (isEmptied(form[name])) faults[name] = { type: 'required' };
      for (const [name, issue] of issuesOf(form)) faults[name] ??= faultOf(issue, form[name]);
      for (const [name, fault] of Object.entries(also?.(form) ?? {})) faults[name] ??= fault;
      return faults;
    },
  };
}

/** Returns whether a value is empty. Spaces are not, because they may be a password; the contract decides. */
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
