// What the log and the audit log keep for whoever looks into an attack: who signed in, and who was refused what; never what was sent.
import type { AuditResult } from '@heliograph/contract/audit.ts';
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import type { Context } from '../context.ts';
import { sourceOf } from '../ingest/sources/networkOf.ts';
import { createTokenBuckets } from '../platform/limits/tokenBuckets.ts';
import { refusedCalls } from '../platform/metrics.ts';
import { writeTried } from './auditLine.ts';

/** Lines from one source (IPv4 address, IPv6 /64); what is beyond is counted and not written: a flood must not fill a disk. */
const LINES_A_SOURCE = { burst: 100, perSecond: 1 };

/** Of refusals in the audit log, from all sources together; what is beyond is counted in the next line. */
const AUDITED = { burst: 200, perSecond: 5 };

/** Who made a request, as far as it is known. */
export interface Requester {
  path: string;
  address: string;
  /** Of the session, or of the account that someone tries to sign in to. */
  userId?: number | undefined;
  /** What a sign-in has to say besides: of a company's, which one. */
  after?: object | undefined;
  /** Of a program: which of the account's tokens. */
  apiToken?: number;
}

export interface SecurityLog {
  signedIn(requester: Requester): Promise<void>;
  refused(word: RefusalWord, requester: Requester): Promise<void>;
}

/** How a call ended, as the audit log says it; null: it is in the server's own log alone. */
const resultOf = (word: RefusalWord, path: string): AuditResult | null =>
  word === 'forbidden' || word === 'tokenMayNot' ? 'refused' : TRIED.has(path) && TRIES.has(word) ? 'failed' : null;
const TRIED: ReadonlySet<string> = new Set(['sign-in', 'sign-in/company']);
const TRIES: ReadonlySet<RefusalWord> = new Set([
  ...(['wrongCredentials', 'accountFrozen', 'tooManyRequests', 'otherSignIn', 'companySignInOver'] as const),
  ...(['companySignInNotConfirmed', 'emailNotOfCompany', 'notOfCompany', 'noCompanySignIn'] as const),
]);

export function openSecurityLog(context: Pick<Context, 'log' | 'clock' | 'sql'>): SecurityLog {
  const lines = createTokenBuckets(LINES_A_SOURCE.burst, LINES_A_SOURCE.perSecond);
  const ofAll = createTokenBuckets(AUDITED.burst, AUDITED.perSecond);
  /** Since the last line that was written. */
  let notWritten = 0;
  const audit = async (requester: Requester, result: AuditResult, word?: RefusalWord): Promise<void> => {
    const at = context.clock.now();
    if (result !== 'done' && !ofAll.take('', at.getTime())) {
      notWritten++;
      return;
    }
    const more = notWritten > 0 ? { notWritten } : {};
    notWritten = 0;
    const after = word ? { refusal: word, ...more } : requester.after;
    // Whoever is refused is told so, whatever becomes of the line.
    await writeTried(context.sql, { ...requester, at, result, after }).catch((error: unknown) =>
      context.log.error({ err: error }, 'no line in the audit log'),
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
