// Where a company's provider sends browsers back to, and how the page of sign-in is told what it said.

/** Entered at the provider, behind the portal's address. */
export const CALLBACK_PATH = '/openid/callback';
/** On the page of sign-in, before the provider's answer as a query. */
export const CALLBACK_HASH = '#company?';
/** What of its answer is handed on. */
export const CALLBACK_FIELDS = ['state', 'code', 'iss', 'error'] as const;
/** What a domain's TXT record begins with. */
export const PROOF_PREFIX = 'heliograph-verification=';
