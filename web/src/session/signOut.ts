// Signs out: notifies the server, and clears the session whether or not the server answers.
import { post } from '../api/post.ts';
import { endSession } from './session.ts';

export async function signOut(): Promise<void> {
  const request = post('account/loginOut', {}, { changes: true }).catch(() => undefined);
  // The call has read its headers by now, so the session ends without waiting for an unreachable server.
  endSession('signedOut');
  await request;
}
