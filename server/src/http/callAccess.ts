// Decides which calls a session may make: by its permissions, and by restrictions before its second factor or while it views the portal as another role.
import type { Call } from '@heliograph/contract/call.ts';
import { ApiError, type ErrorName } from '@heliograph/contract/errors.ts';
import type { OpenSession, Sessions } from '../access/session.ts';
import type { Requester } from '../audit/securityLog.ts';
import type { Session } from '../context.ts';

export function isAllowed({ access }: Pick<Call, 'access'>, { permissions }: Pick<Session, 'permissions'>): boolean {
  return typeof access === 'string' || access.anyOf.some((permission) => permissions.has(permission));
}

/** Returns why a session may not make a call; undefined when it may. */
export function accessRefusal(
  call: Pick<Call, 'access' | 'changes' | 'beforeSecondFactor' | 'whileViewingAs'>,
  session: Pick<Session, 'permissions' | 'owesSecondFactor' | 'viewing'>,
): ErrorName | undefined {
  if (!isAllowed(call, session)) return 'forbidden';
  if (session.owesSecondFactor && !call.beforeSecondFactor) return 'secondFactorRequired';
  if (call.changes && session.viewing !== null && !call.whileViewingAs) return 'viewingAs';
  return undefined;
}

/**
 * Returns the session of a token as it is now, or null for a public call, and adds it to `requester`. Throws the refusal
 * when it has ended or may not make the call.
 */
export async function checkAccess(
  sessions: Pick<Sessions, 'find'>,
  call: Call,
  token: string,
  requester: Requester,
): Promise<OpenSession | null> {
  if (call.access === 'public') return null;
  const session = await sessions.find(token);
  if (!session) throw new ApiError('unauthorized');
  requester.userId = session.userId;
  if (session.api) requester.apiToken = session.id;
  const refusal = accessRefusal(call, session);
  if (refusal) throw new ApiError(refusal);
  return session;
}
