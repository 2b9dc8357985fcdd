// Limits the calls of sessions and API tokens, counted in the database, and refuses what a token's scope does not allow; tokens get headers (IETF draft ratelimit-headers).
import type { Call } from '@heliograph/contract/call.ts';
import type { Path } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { tokenMay } from '@heliograph/contract/tokenScopes.ts';
import type { FastifyReply } from 'fastify';
import type { Context, Session } from '../../context.ts';
import { countUsage, TOKEN_BUDGET } from './rateLimits.ts';

const SIGN_OUT: Path = 'account/loginOut';

/** Counts before it checks the token's scope, so that refused calls cost, too. */
export async function enforceCallRate(
  context: Context,
  { id, api }: Session,
  { path, call, reply }: { path: string; call: Call; reply: FastifyReply },
): Promise<void> {
  if (!api) {
    // Signing out always works.
    const waitsS = path === SIGN_OUT ? 0 : await context.sessionBudget.take(context, id);
    if (waitsS === 0) return;
    reply.header('retry-after', waitsS);
    throw new ApiError('sessionBudget', { seconds: waitsS });
  }
  const { apiToken } = await countUsage(context, { apiToken: id });
  const { left, seconds } = apiToken;
  reply.headers({
    'ratelimit-policy': `"calls";q=${TOKEN_BUDGET.calls};w=${TOKEN_BUDGET.seconds}`,
    ratelimit: `"calls";r=${Math.max(0, left)};t=${seconds}`,
  });
  if (left < 0) {
    reply.header('retry-after', seconds);
    throw new ApiError('tokenBudget', { seconds });
  }
  if (!tokenMay(path, call, api.scope)) throw new ApiError('tokenMayNot');
}

/** Names the token in the audit log, where the line outlives it; null for a person's session. */
export const tokenLabel = ({ id, api }: Session): string | null => (api ? `${id} ${api.name}` : null);
