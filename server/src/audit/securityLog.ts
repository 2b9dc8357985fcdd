// Records sign-ins and refusals in the server's log and the audit log, for the analysis of attacks; never the content of a request.
import type { AuditResult } from '@heliograph/contract/audit.ts';
import type { ErrorName } from '@heliograph/contract/errors.ts';
import type { Context } from '../context.ts';
import { sourceOf } from '../ingest/sources/networkOf.ts';
import { createTokenBuckets } from '../platform/limits/tokenBuckets.ts';
import { refusedCalls } from '../platform/metrics.ts';
import { writeAttempt } from './auditLine.ts';

/** Limit of log lines per source (IPv4 address, IPv6 /64); further ones are only counted: a flood must not fill a disk. */
const SOURCE_LIMIT = { burst: 100, perSecond: 1 };

/** Limit of refusals in the audit log, from all sources together; further ones are counted in the next line. */
const AUDIT_LIMIT = { burst: 200, perSecond: 5 };

/** The author of a request, as far as known. */
export interface Requester {
  path: string;
  address: string;
  /** User of the session, or of the account that someone tries to sign in to. */
  userId?: number | undefined;
  /** Further details of a sign-in: the company whose provider was used. */
  after?: object | undefined;
  /** For a program: the id of the account's token. */
  apiToken?: number;
}

export interface SecurityLog {
  signedIn(requester: Requester): Promise<void>;
  refused(word: ErrorName, requester: Requester): Promise<void>;
}

/** Result of a call for the audit log; null: it is only in the server's own log. */
const resultOf = (word: ErrorName, path: string): AuditResult | null =>
  word === 'forbidden' || word === 'tokenMayNot'
    ? 'refused'
    : SIGN_IN_PATHS.has(path) && FAILED_SIGN_INS.has(word)
      ? 'failed'
      : null;
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['sign-in', 'sign-in/company']);
const FAILED_SIGN_INS: ReadonlySet<ErrorName> = new Set([
  ...(['wrongCredentials', 'accountFrozen', 'tooManyRequests', 'otherSignIn', 'companySignInOver'] as const),
  ...(['companySignInNotConfirmed', 'emailNotOfCompany', 'notOfCompany', 'noCompanySignIn'] as const),
]);

export function openSecurityLog(context: Pick<Context, 'log' | 'clock' | 'sql'>): SecurityLog {
  const lines = createTokenBuckets(SOURCE_LIMIT.burst, SOURCE_LIMIT.perSecond);
  const auditBucket = createTokenBuckets(AUDIT_LIMIT.burst, AUDIT_LIMIT.perSecond);
  /** Number of refusals since the last audit line that were not written. */
  let notWritten = 0;
  const audit = async (requester: Requester, result: AuditResult, word?: ErrorName): Promise<void> => {
    const at = context.clock.now();
    if (result !== 'done' && !auditBucket.take('', at.getTime())) {
      notWritten++;
      return;
    }
    const more = notWritten > 0 ? { notWritten } : {};
    notWritten = 0;
    const after = word ? { refusal: word, ...more } : requester.after;
    // A failure to write the line must not change the answer to the request.
    await writeAttempt(context.sql, { ...requester, at, result, after }).catch((error: unknown) =>
      context.log.error({ err: error }, 'could not write to the audit log'),
    );
  };
  return {
    async signedIn(requester) {
      context.log.info({ security: 'signedIn', ...requester }, 'signed in');
      await audit(requester, 'done');
    },
    async refused(word, requester) {
      refusedCalls.inc({ word });
      const result = resultOf(word, requester.path);
      if (!lines.take(sourceOf(requester.address), context.clock.now().getTime())) {
        if (result) notWritten++;
        return;
      }
      context.log.info({ security: 'refused', word, ...requester }, 'refused');
      if (result) await audit(requester, result, word);
    },
  };
}
