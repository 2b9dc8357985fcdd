// Whose address of a file it is: the session that asked for it, as it is now, while it may still ask.
import type { Call } from '@heliograph/contract/call.ts';
import type { Sessions } from '../access/session.ts';
import { type FileKind, isGenuine, ticketOf } from '../access/ticketUrls.ts';
import type { Context, Session } from '../context.ts';
import { isAllowed } from './callAccess.ts';

/** Undefined: it is none of ours, over, or its session has ended or lost the call. */
export async function askerOf(
  { sql, clock }: Context,
  sessions: Sessions,
  { kind, call, id, text }: { kind: FileKind; call: Call; id: string; text: string },
): Promise<{ id: number; session: Session } | undefined> {
  const ticket = ticketOf(id, text);
  if (!ticket || ticket.endsAt * 1000 <= clock.now().getTime()) return undefined;
  const [kept] = await sql<{ tokenHash: Buffer; formerHash: Buffer | null }[]>`
    select token_hash, former_hash from sessions where id = ${ticket.sessionId}::bigint`;
  // One that was made before the session got another token is good until its own end.
  const hashes = kept ? [kept.tokenHash, ...(kept.formerHash ? [kept.formerHash] : [])] : [];
  if (!hashes.some((hash) => isGenuine(kind, ticket, hash))) return undefined;
  const session = (await sessions.check([ticket.sessionId])).get(ticket.sessionId);
  return session && !session.owesSecondFactor && isAllowed(call, session) ? { id: ticket.id, session } : undefined;
}
