// user/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { inCompany, person } from '../../entities/person.ts';

export const userDetail = call({
  summary: 'One person in a company of the branch, with the other places there and the plants that the caller sees.',
  access: { anyOf: ['Users'] },
  request: z.object(inCompany),
  response: person.extend({
    /** Other places in companies of the branch. */
    places: z.array(z.object({ companyId: z.number().int(), companyName: z.string(), groupName: z.string() })),
    /** Plants that the person owns, and that name the person as installer. */
    ownPlants: z.number().int(),
    installerPlants: z.number().int(),
    /** Without this place the account has none, and is deleted with it. */
    isLastPlace: z.boolean(),
    /** Name, telephone and address may be changed: the account has no place outside the branch. */
    mayChangeProfile: z.boolean(),
    /** Who manages the company may be chosen. */
    mayChangeOwner: z.boolean(),
  }),
  refusals: ['personNotFound'],
});
