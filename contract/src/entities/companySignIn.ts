// Sign-in of a company's people at an OpenID Connect provider: settings, and proof of the company's domains.
import { z } from 'zod';
import { MAX_SIGN_IN_DOMAINS } from '../limits.ts';
import { int, rowId, secret, text } from './parts.ts';

/** Domain of e-mail addresses, as in DNS. */
export const domain = text(253, 4)
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/);

/** https, without query or fragment; the server validates the rest. */
export const issuer = text(500, 1).regex(/^https?:\/\/[^\s?#\\@]+$/);

export const companySignInSetting = {
  issuer,
  clientId: text(300, 1),
  /** Omitted: the stored one, if the issuer is unchanged. */
  clientSecret: secret(500).optional(),
  /** Role of people at their first sign-in. */
  groupId: rowId,
  /** False: only the company's managers may sign in without the provider. */
  allowsOtherWays: z.boolean(),
  /** Whether the provider requires a second factor, which replaces that of the account. */
  hasSecondStep: z.boolean(),
  /** With `hasSecondStep`: whether it counts only if the provider confirms it for this sign-in (`amr`, `acr`); omitted: it always counts. */
  tellsSecondStep: z.boolean().optional(),
  domains: z.array(domain).max(MAX_SIGN_IN_DOMAINS),
};

export const companySignIn = z.object({
  companyName: z.string(),
  /** False: the operator has set no key to encrypt secrets. */
  canBeSet: z.boolean(),
  /** Value to enter at the provider. */
  callbackUrl: z.string(),
  setting: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      /** Null: the role was deleted, so new people are refused. */
      groupId: int().nullable(),
      allowsOtherWays: z.boolean(),
      hasSecondStep: z.boolean(),
      tellsSecondStep: z.boolean(),
      /** People who have signed in with it. */
      people: z.number().int(),
    })
    .nullable(),
  domains: z.array(
    z.object({
      domain: z.string(),
      /** Required TXT record in DNS. */
      record: z.string(),
      /** Null: not verified yet. */
      provedIso: z.string().nullable(),
    }),
  ),
  /** Roles that the requester may assign. */
  roles: z.array(z.object({ groupId: z.number().int(), groupName: z.string() })),
});
