// The rules of the change-password dialog: those of the contract, and that the confirmation, which is not sent, matches.
import { accountUpdatePassword } from '@heliograph/contract/calls/account/updatePassword.ts';
import { contractRules } from '../components/form/contractRules.ts';
import type { FieldOfError } from '../components/form/fieldOfError.ts';
import { repeatFaults } from '../components/form/rules.ts';

export type PasswordForm = {
  password: string;
  newPassword: string;
  newPassword2: string;
  revokeTokens: boolean;
};

export const passwordRules = contractRules<PasswordForm>(accountUpdatePassword.request, {
  empty: { password: '', newPassword: '', newPassword2: '', revokeTokens: true },
  alsoRequired: ['newPassword2'],
  also: ({ newPassword, newPassword2 }) => repeatFaults('newPassword2', newPassword, newPassword2),
});

/** Refusals of the chosen password itself (common, stolen, or the name of the account or the portal), shown at `field`. */
export const unfitAt = <Field extends string>(field: Field) => ({
  passwordCommon: field,
  passwordStolen: field,
  passwordIsAccount: field,
  passwordIsProduct: field,
});

export const REFUSED_AT: FieldOfError<PasswordForm> = {
  wrongPassword: 'password',
  samePassword: 'newPassword',
  ...unfitAt('newPassword'),
};
