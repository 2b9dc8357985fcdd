// The rules of the change-password dialog, as the spec words them.
export const MIN_PASSWORD_LENGTH = 6;

export interface PasswordFields {
  password: string;
  newPassword: string;
  /** The confirmation; it is not sent. */
  newPassword2: string;
}

export type PasswordFault = 'required' | 'minLength' | 'same';

/** The first fault of each field; none means that it may be sent. New and confirmation are trimmed. */
export function passwordFaults(fields: PasswordFields): Partial<Record<keyof PasswordFields, PasswordFault>> {
  const wanted = fields.newPassword.trim();
  const again = fields.newPassword2.trim();
  const faults: Partial<Record<keyof PasswordFields, PasswordFault>> = {};
  if (fields.password === '') faults.password = 'required';
  if (wanted === '') faults.newPassword = 'required';
  else if (wanted.length < MIN_PASSWORD_LENGTH) faults.newPassword = 'minLength';
  if (again === '') faults.newPassword2 = 'required';
  else if (again !== wanted) faults.newPassword2 = 'same';
  return faults;
}
