// Signs in with a company: to its provider, and back with what it has answered.
import type { Response } from '@heliograph/contract/calls.ts';
import { CALLBACK_FIELDS } from '@heliograph/contract/companySignIn.ts';
import { post } from '../../api/post.ts';

/** False: the form stays as it is until the browser has left, and is there for whoever comes back. */
export async function goToCompany(account: string): Promise<false> {
  const redirect = new URLSearchParams(location.search).get('redirect') ?? undefined;
  const { url } = await post('sign-in/company/begin', { account, redirect });
  location.assign(url);
  return false;
}

/** `query`: what the provider sent back. Sends it first, and after that what is asked for besides: agreement to the terms, a code of the account. */
export function signInByCompany(
  query: string,
  finish: (answer: Response<'sign-in/company'>, wanted: string) => Promise<void>,
): (code?: string, agrees?: string) => Promise<void> {
  const given = new URLSearchParams(query);
  const answer = Object.fromEntries(CALLBACK_FIELDS.map((field) => [field, given.get(field) ?? undefined]));
  const state = answer.state ?? '';
  let agreedTo: string | undefined;
  return async (secondStep, agrees) => {
    agreedTo = agrees ?? agreedTo;
    const opened = await post(
      'sign-in/company',
      secondStep === undefined && agreedTo === undefined ? { ...answer, state } : { state, secondStep, agreedTo },
    );
    await finish(opened, opened.redirect);
  };
}
