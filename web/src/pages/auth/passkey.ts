// Signs in with a passkey.
import type { Response } from '@heliograph/contract/calls.ts';
import { startAuthentication } from '@simplewebauthn/browser';
import { post } from '../../api/post.ts';
import { requestPasskey } from '../../session/passkeys.ts';

/** Returns undefined if the user provided no passkey. */
export async function signInByPasskey(): Promise<Response<'sign-in/passkey'> | undefined> {
  const { options } = await post('sign-in/passkey/begin', {});
  const passkey = await requestPasskey(() => startAuthentication({ optionsJSON: options }));
  return passkey && (await post('sign-in/passkey', { passkey }));
}
