// What the first administrator's form must hold before it is sent.
export const MIN_SETUP_PASSWORD = 12;

export interface SetupFields {
  email: string;
  password: string;
  /** The confirmation; it is not sent. */
  again: string;
}
export type SetupFault = 'required' | 'email' | 'minLength' | 'same';

export function setupFaults({ email, password, again }: SetupFields): Partial<Record<keyof SetupFields, SetupFault>> {
  const faults: Partial<Record<keyof SetupFields, SetupFault>> = {};
  const wanted = password.trim();
  if (email.trim() === '') faults.email = 'required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim())) faults.email = 'email';
  if (wanted === '') faults.password = 'required';
  else if (wanted.length < MIN_SETUP_PASSWORD) faults.password = 'minLength';
  if (again.trim() === '') faults.again = 'required';
  else if (again.trim() !== wanted) faults.again = 'same';
  return faults;
}
