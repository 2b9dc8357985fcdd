// user/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { inCompany, person } from '../../entities/person.ts';

export const userDetail = call({
  summary: 'One person in a company of the branch, with the other places there and the plants that the caller sees.',
  access: { anyOf: ['Users'] },
  request: z.object(inCompany),
  response: person.extend({
    /** Other memberships in companies of the branch. */
    places: z.array(z.object({ companyId: z.number().int(), companyName: z.string(), groupName: z.string() })),
    /** Number of plants owned by the person, and of plants that name the person as installer. */
    ownPlants: z.number().int(),
    installerPlants: z.number().int(),
    /** This is the account's only membership; the account is deleted with it. */
    isLastPlace: z.boolean(),
    /** Name, phone and address may be changed: the account has no membership outside the branch. */
    mayChangeProfile: z.boolean(),
    /** Whether the manager of the company may be changed. */
    mayChangeOwner: z.boolean(),
  }),
  errors: ['personNotFound'],
});
