// How often a session may ask. Of programs that ask with a token also what its scope does not reach, told in headers (IETF draft ratelimit-headers).
import type { Call } from '@heliograph/contract/call.ts';
import type { Path } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { tokenMay } from '@heliograph/contract/tokenScopes.ts';
import type { FastifyReply } from 'fastify';
import type { Context, Session } from '../../context.ts';
import { countUses, TOKEN_BUDGET } from './rateLimits.ts';

const LEAVES: Path = 'account/loginOut';

/** Counted before it is told what a token may, so that trying costs, too. */
export async function useToken(
  context: Context,
  { id, api }: Session,
  { path, call, reply }: { path: string; call: Call; reply: FastifyReply },
): Promise<void> {
  if (!api) {
    // Whoever leaves is always heard.
    const waitsS = path === LEAVES ? 0 : await context.sessionBudget.take(context, id);
    if (waitsS === 0) return;
    reply.header('retry-after', waitsS);
    throw new Refusal('sessionBudget', { seconds: waitsS });
  }
  const { apiToken } = await countUses(context, { apiToken: id });
  const { left, seconds } = apiToken;
  reply.headers({
    'ratelimit-policy': `"calls";q=${TOKEN_BUDGET.calls};w=${TOKEN_BUDGET.seconds}`,
    ratelimit: `"calls";r=${Math.max(0, left)};t=${seconds}`,
  });
  if (left < 0) {
    reply.header('retry-after', seconds);
    throw new Refusal('tokenBudget', { seconds });
  }
  if (!tokenMay(path, call, api.scope)) throw new Refusal('tokenMayNot');
}

/** For the audit log, where the line outlives the token; null: a person's session. */
export const tokenText = ({ id, api }: Session): string | null => (api ? `${id} ${api.name}` : null);
