// Forms and rules of a person, and the fields that errors refer to.
import { userCreate } from '@heliograph/contract/calls/user/create.ts';
import { userUpdate } from '@heliograph/contract/calls/user/update.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import type { FieldOfError } from '../../../components/form/fieldOfError.ts';
import { language } from '../../../i18n/language.ts';

export type PersonForm = {
  email: string;
  contactPerson: string;
  contactNumber: string;
  countryCode: string;
  StateCode: string;
  city: string;
  street: string;
  companyId: string;
  groupId: string;
};
export const EMPTY_PERSON: PersonForm = {
  email: '',
  contactPerson: '',
  contactNumber: '',
  countryCode: '',
  StateCode: '',
  city: '',
  street: '',
  companyId: '',
  groupId: '',
};

/** `language`: of the invitation, and of the account made from it. */
export type InviteForm = PersonForm & { language: string };
export const EMPTY_INVITE: InviteForm = { ...EMPTY_PERSON, language };

export const inviteRules = contractRules<InviteForm>(userCreate.request, {
  empty: EMPTY_INVITE,
  wireOf: (form) => ({ ...form, email: form.email.trim() }),
});
export const personRules = contractRules<PersonForm>(userUpdate.request, {
  empty: EMPTY_PERSON,
  wireOf: ({ email: _, companyId: __, ...form }) => ({ ...form, uid: 1, companyId: 1 }),
  alsoRequired: ['groupId'],
});

export const PERSON_REFUSED_AT: FieldOfError<PersonForm> = {
  alreadyMember: 'email',
  roleNotAssignable: 'groupId',
  companyNotFound: 'companyId',
  unknownCountry: 'countryCode',
};
