// The signed-in user's own account: profile, password, sessions.
import { z } from 'zod';
import { call } from '../call.ts';
import { country, rowId, text } from '../entities/parts.ts';

export const accountCalls = {
  'account/info': call({
    summary: 'Profile of the signed-in user.',
    access: 'signedIn',
    request: z.object({}),
    response: z.object({
      uid: z.number().int(),
      email: z.string(),
      userType: z.number().int(),
      countryName: z.string(),
      stateName: z.string(),
      countryCode: z.string(),
      StateCode: z.string(),
      city: z.string(),
      street: z.string(),
      contactPerson: z.string(),
      contactNumber: z.string(),
      headerImg: z.string(),
      fullHeaderImg: z.string(),
      is_auth: z.number().int(),
      groupId: z.number().int(),
      groupName: z.string(),
      parent_id: z.number().int(),
      parent_email: z.string(),
      company_id: z.number().int(),
      companyName: z.string(),
      oemid: z.number().int(),
      oemweb: z.string(),
      isCompanyOwner: z.union([z.literal(0), z.literal(1)]),
      isBlack: z.number().int(),
    }),
  }),
  'account/update': call({
    summary: 'Changes name, telephone and address of the signed-in user; what is left out stays.',
    access: 'signedIn',
    request: z.object({
      contactPerson: text(120).optional(),
      contactNumber: text(40).optional(),
      countryCode: country.or(z.literal('')).optional(),
      StateCode: text(10).optional(),
      city: text(120).optional(),
      street: text(200).optional(),
    }),
    response: z.object({}),
    refusals: ['unknownCountry'],
    changes: true,
  }),
  'account/updatePassword': call({
    summary: 'Changes the password; every other session of the account ends.',
    access: 'signedIn',
    /** Both are trimmed, as sign-in trims: a space that a keyboard added is no part of a password. */
    request: z.object({ password: text(200, 1), newPassword: text(200, 6) }),
    response: z.object({}),
    refusals: [
      'wrongPassword',
      'samePassword',
      'passwordCommon',
      'passwordIsAccount',
      'passwordIsProduct',
      'tooManyRequests',
    ],
    changes: true,
  }),
  'account/loginOut': call({
    summary: 'Ends this session.',
    access: 'signedIn',
    request: z.object({}),
    response: z.object({}),
    changes: true,
  }),
  'account/sessions': call({
    summary: 'The sessions of the account, newest use first.',
    access: 'signedIn',
    request: z.object({}),
    response: z.object({
      list: z.array(
        z.object({
          id: z.number().int(),
          /** The one this call came with. */
          current: z.boolean(),
          client: z.string(),
          address: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.string(),
          expiresAt: z.string(),
        }),
      ),
    }),
  }),
  'account/endSession': call({
    summary: 'Ends one session of the account, or all others when no id is given.',
    access: 'signedIn',
    request: z.object({ id: rowId.optional() }),
    response: z.object({ ended: z.number().int() }),
    refusals: ['noSuchSession'],
    changes: true,
  }),
} as const;
