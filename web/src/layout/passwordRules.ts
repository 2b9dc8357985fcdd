// The rules of the change-password dialog, as the spec words them, and which field a refusal of the server is about.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { Refused } from '../api/failures.ts';

export const MIN_PASSWORD_LENGTH = 6;

export interface PasswordFields {
  password: string;
  newPassword: string;
  /** The confirmation; it is not sent. */
  newPassword2: string;
}

export type PasswordFault = 'required' | 'minLength' | 'same';

/** The first fault of each field; none means that it may be sent. All are trimmed, as sign-in does. */
export function passwordFaults(fields: PasswordFields): Partial<Record<keyof PasswordFields, PasswordFault>> {
  const wanted = fields.newPassword.trim();
  const again = fields.newPassword2.trim();
  const faults: Partial<Record<keyof PasswordFields, PasswordFault>> = {};
  if (fields.password.trim() === '') faults.password = 'required';
  if (wanted === '') faults.newPassword = 'required';
  else if (wanted.length < MIN_PASSWORD_LENGTH) faults.newPassword = 'minLength';
  if (again === '') faults.newPassword2 = 'required';
  else if (again !== wanted) faults.newPassword2 = 'same';
  return faults;
}

const UNFIT: readonly number[] = [REFUSALS.passwordCommon, REFUSALS.passwordIsAccount, REFUSALS.passwordIsProduct];

/** Whether the server refused the chosen password itself: common, or the account's or the portal's name. */
export function isUnfitPassword(error: unknown): boolean {
  return error instanceof Refused && UNFIT.includes(error.code);
}

/** The field beside which a refusal is shown; undefined for one that is about no field. */
export function passwordFieldOf(error: unknown): 'password' | 'newPassword' | undefined {
  if (isUnfitPassword(error)) return 'newPassword';
  if (!(error instanceof Refused)) return undefined;
  if (error.code === REFUSALS.wrongPassword) return 'password';
  return error.code === REFUSALS.samePassword ? 'newPassword' : undefined;
}
