// What the first administrator's form must hold before it is sent: the contract's rules and the same password twice.
import { authSetup } from '@heliograph/contract/calls/auth/setup.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import { repeatFaults } from '../../components/form/rules.ts';

export type SetupForm = {
  email: string;
  password: string;
  /** The confirmation; it is not sent. */
  again: string;
};
export const EMPTY_SETUP: SetupForm = { email: '', password: '', again: '' };

export const setupRules = contractRules<SetupForm>(authSetup.request, {
  empty: EMPTY_SETUP,
  wireOf: ({ email, password }) => ({ email: email.trim(), password }),
  alsoRequired: ['again'],
  also: ({ password, again }) => repeatFaults('again', password, again),
});

/** Told beside the field before anything is typed: the contract's own least length. */
export const MIN_SETUP_PASSWORD = setupRules.faults({ email: '', password: 'x', again: '' }).password?.min;
