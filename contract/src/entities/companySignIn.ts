// How a company's people sign in at a provider of OpenID Connect: what is set, and what the company's domains have to prove.
import { z } from 'zod';
import { MAX_SIGN_IN_DOMAINS } from '../limits.ts';
import { int, rowId, secret, text } from './parts.ts';

/** The part of e-mail addresses behind the @, as DNS has it. */
export const domain = text(253, 4)
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/);

/** https, without query or fragment; the server says the rest. */
export const issuer = text(500, 1).regex(/^https?:\/\/[^\s?#\\@]+$/);

export const companySignInSetting = {
  issuer,
  clientId: text(300, 1),
  /** Left out: the one that is kept, while the issuer stays. */
  clientSecret: secret(500).optional(),
  /** Role of people who come for the first time. */
  groupId: rowId,
  /** False: only who manages the company may come in otherwise. */
  allowsOtherWays: z.boolean(),
  /** The provider asks for a second step: that of the account is not asked for. */
  hasSecondStep: z.boolean(),
  /** With `hasSecondStep`: only where the provider says so of this very sign-in (`amr`, `acr`); left out: its company's word is enough. */
  tellsSecondStep: z.boolean().optional(),
  domains: z.array(domain).max(MAX_SIGN_IN_DOMAINS),
};

export const companySignIn = z.object({
  companyName: z.string(),
  /** False: the operator has given no key to keep secrets with. */
  canBeSet: z.boolean(),
  /** What is entered at the provider. */
  callbackUrl: z.string(),
  setting: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      /** Null: the role is gone, and nobody new comes. */
      groupId: int().nullable(),
      allowsOtherWays: z.boolean(),
      hasSecondStep: z.boolean(),
      tellsSecondStep: z.boolean(),
      /** People that have come in by it. */
      people: z.number().int(),
    })
    .nullable(),
  domains: z.array(
    z.object({
      domain: z.string(),
      /** The TXT record that its DNS has to hold. */
      record: z.string(),
      /** Null: not yet. */
      provedIso: z.string().nullable(),
    }),
  ),
  /** Roles that the caller may give. */
  roles: z.array(z.object({ groupId: z.number().int(), groupName: z.string() })),
});
