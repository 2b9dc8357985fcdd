// account/info
import { z } from 'zod';
import { call } from '../../call.ts';
import { languageCode, preferredTemperatureUnit } from '../../entities/parts.ts';
import { problemDigest } from '../../entities/problemDigest.ts';

export const accountInfo = call({
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
    /** Name of the company in whose name an owner has plants; '' for a person, and for members of a company in the tree. */
    businessName: z.string(),
    oemid: z.number().int(),
    oemweb: z.string(),
    isCompanyOwner: z.union([z.literal(0), z.literal(1)]),
    isBlack: z.number().int(),
    /** Of mails, notices and webhooks to this user. */
    language: languageCode,
    temperatureUnit: preferredTemperatureUnit,
    /** Mail with the open problems of all plants that the user sees. */
    problemDigest,
    /** Time zone of the digest; "UTC" before the user has chosen one. */
    digestTimezone: z.string(),
  }),
  beforeSecondFactor: true,
});
