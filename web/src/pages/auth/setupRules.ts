// Form and rules of the first administrator: the contract's rules and a matching confirmation of the password.
import { authSetup } from '@heliograph/contract/calls/auth/setup.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import { repeatFaults } from '../../components/form/rules.ts';

export type SetupForm = {
  email: string;
  password: string;
  /** Confirmation of the password; not sent. */
  again: string;
};
export const EMPTY_SETUP: SetupForm = { email: '', password: '', again: '' };

export const setupRules = contractRules<SetupForm>(authSetup.request, {
  empty: EMPTY_SETUP,
  wireOf: ({ email, password }) => ({ email: email.trim(), password }),
  alsoRequired: ['again'],
  also: ({ password, again }) => repeatFaults('again', password, again),
});

/** Minimum length of the contract, shown at the field before anything is typed. */
export const MIN_SETUP_PASSWORD = setupRules.faults({ email: '', password: 'x', again: '' }).password?.min;
