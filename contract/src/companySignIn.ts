// Addresses of a company's sign-in: where its provider redirects browsers, and how the sign-in page gets the result.

/** Redirect path that is entered at the provider, after the portal's address. */
export const CALLBACK_PATH = '/openid/callback';
/** Fragment of the sign-in page, before the provider's answer as a query. */
export const CALLBACK_HASH = '#company?';
/** Parameters of its answer that are passed on. */
export const CALLBACK_FIELDS = ['state', 'code', 'iss', 'error'] as const;
/** Prefix of a domain's TXT record. */
export const PROOF_PREFIX = 'heliograph-verification=';
