// Finds the session that a file's address was given to, while it may still make the call that gave it.
import type { Call } from '@heliograph/contract/call.ts';
import type { Sessions } from '../access/session.ts';
import { type FileKind, isGenuine, ticketOf } from '../access/ticketUrls.ts';
import type { Context, Session } from '../context.ts';
import { isAllowed } from './callAccess.ts';

/** Undefined when the address is forged or expired, or its session has ended or lost the call. */
export async function ticketHolder(
  { sql, clock }: Context,
  sessions: Sessions,
  { kind, call, id, text }: { kind: FileKind; call: Call; id: string; text: string },
): Promise<{ id: number; session: Session } | undefined> {
  const ticket = ticketOf(id, text);
  if (!ticket || ticket.endsAt * 1000 <= clock.now().getTime()) return undefined;
  const [stored] = await sql<{ tokenHash: Buffer; formerHash: Buffer | null }[]>`
    select token_hash, former_hash from sessions where id = ${ticket.sessionId}::bigint`;
  // A ticket made before the session got another token stays valid until its own end.
  const hashes = stored ? [stored.tokenHash, ...(stored.formerHash ? [stored.formerHash] : [])] : [];
  if (!hashes.some((hash) => isGenuine(kind, ticket, hash))) return undefined;
  const session = (await sessions.check([ticket.sessionId])).get(ticket.sessionId);
  return session && !session.owesSecondFactor && isAllowed(call, session) ? { id: ticket.id, session } : undefined;
}
