// What the two steps of a registration hold and must hold: the contract's rules, and the same password twice.

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
  /** The confirmation; it is not sent. */
  again: string;
  /** The version of the terms, or '' while nothing is agreed to. */
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

/** As the call takes it; what is no question to this kind of applicant is not sent. */
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

/** Told beside the field before anything is typed: the contract's own least length. */
export const MIN_PASSWORD = accountRules({ kind: 'owner', email: '' }).faults({ ...EMPTY_ACCOUNT, password: 'x' })
  .password?.min;

export const REFUSED_AT: FieldOfError<AccountForm> = {
  ...unfitAt('password'),
  wrongCode: 'code',
  unknownCountry: 'countryCode',
  termsHaveChanged: 'agreedTo',
};
