// What a line of the audit log may say of how a call ended, and what may be wrong with the log.

export const AUDIT_RESULTS = ['done', 'failed', 'refused'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

/** `inserted`: a line of earlier than it was sealed; `unsealed`: one that came beside the chain. */
export const AUDIT_PROBLEMS = ['changed', 'removed', 'sealRemoved', 'inserted', 'unsealed'] as const;
