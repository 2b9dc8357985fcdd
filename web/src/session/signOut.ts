// Leaves: tells the server, and forgets the session whether or not it hears.
import { post } from '../api/post.ts';
import { endSession } from './session.ts';

export async function signOut(): Promise<void> {
  const told = post('account/loginOut', {}, { changes: true }).catch(() => undefined);
  // The call has taken its headers by now; nobody waits at a closed door for a server that is gone.
  endSession('signedOut');
  await told;
}
