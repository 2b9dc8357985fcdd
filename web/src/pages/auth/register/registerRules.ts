// Forms and rules of the two registration steps: the contract's rules, and a matching confirmation of the password.

import { signUpCode } from '@heliograph/contract/calls/sign-up/code.ts';
import { type SignUpKind, signUp } from '@heliograph/contract/calls/sign-up.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import type { FieldOfError } from '../../../components/form/fieldOfError.ts';
import { type Rules, repeatFaults } from '../../../components/form/rules.ts';
import { unfitAt } from '../../../shell/passwordRules.ts';

export interface Applicant {
  kind: SignUpKind;
  email: string;
}

export const addressRules = contractRules<Applicant>(signUpCode.request, {
  empty: { kind: 'owner', email: '' },
  wireOf: ({ email }) => ({ email: email.trim() }),
});

export type AccountForm = {
  code: string;
  contactPerson: string;
  companyName: string;
  contactNumber: string;
  countryCode: string;
  StateCode: string;
  street: string;
  city: string;
  password: string;
  /** Confirmation of the password; not sent. */
  again: string;
  /** Version of the terms, or '' without agreement. */
  agreedTo: string;
};
export const EMPTY_ACCOUNT: AccountForm = {
  code: '',
  contactPerson: '',
  companyName: '',
  contactNumber: '',
  countryCode: '',
  StateCode: '',
  street: '',
  city: '',
  password: '',
  again: '',
  agreedTo: '',
};

/** Returns the request of `sign-up`, without fields that do not apply to this kind of applicant. */
export function wireOf({ kind, email }: Applicant, { again: _, companyName, password, ...form }: AccountForm) {
  const own = kind === 'owner' ? {} : { companyName };
  return { ...form, ...own, kind, email, password: password.trim(), code: form.code.replaceAll(' ', '') };
}

export const accountRules = (applicant: Applicant): Rules<AccountForm> =>
  contractRules<AccountForm>(signUp.request, {
    empty: EMPTY_ACCOUNT,
    wireOf: (form) => wireOf(applicant, form),
    alsoRequired: applicant.kind === 'owner' ? ['again'] : ['again', 'companyName'],
    also: ({ password, again }) => repeatFaults('again', password, again),
  });

/** Minimum length of the contract, shown at the field before anything is typed. */
export const MIN_PASSWORD = accountRules({ kind: 'owner', email: '' }).faults({ ...EMPTY_ACCOUNT, password: 'x' })
  .password?.min;

export const REFUSED_AT: FieldOfError<AccountForm> = {
  ...unfitAt('password'),
  wrongCode: 'code',
  unknownCountry: 'countryCode',
  termsHaveChanged: 'agreedTo',
};
