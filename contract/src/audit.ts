// Outcomes of audited calls, and faults of the audit log.

export const AUDIT_RESULTS = ['done', 'failed', 'refused'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

/** `inserted`: a line older than its place in the chain; `unsealed`: a line outside the chain. */
export const AUDIT_PROBLEMS = ['changed', 'removed', 'sealRemoved', 'inserted', 'unsealed'] as const;
