// Company sign-in: redirects to the provider, then signs in with its answer.
import type { Response } from '@heliograph/contract/calls.ts';
import { CALLBACK_FIELDS } from '@heliograph/contract/companySignIn.ts';
import { post } from '../../api/post.ts';

/** Redirects to the provider. Returns false, so that the form is enabled for a user who comes back. */
export async function goToCompany(account: string): Promise<false> {
  const redirect = new URLSearchParams(location.search).get('redirect') ?? undefined;
  const { url } = await post('sign-in/company/begin', { account, redirect });
  location.assign(url);
  return false;
}

/** Returns the steps of the sign-in. The first call sends `query`, the answer of the provider; later ones send agreement to the terms or a code. */
export function signInByCompany(
  query: string,
  finish: (answer: Response<'sign-in/company'>, redirect: string) => Promise<void>,
): (code?: string, agrees?: string) => Promise<void> {
  const params = new URLSearchParams(query);
  const callback = Object.fromEntries(CALLBACK_FIELDS.map((field) => [field, params.get(field) ?? undefined]));
  const state = callback.state ?? '';
  let agreedTo: string | undefined;
  return async (secondStep, agrees) => {
    agreedTo = agrees ?? agreedTo;
    const signedIn = await post(
      'sign-in/company',
      secondStep === undefined && agreedTo === undefined ? { ...callback, state } : { state, secondStep, agreedTo },
    );
    await finish(signedIn, signedIn.redirect);
  };
}
