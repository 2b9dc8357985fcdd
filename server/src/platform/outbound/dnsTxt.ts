// TXT records of a domain, as the machine's own DNS servers tell them: how a company proves that a domain is its own.
import { Resolver } from 'node:dns/promises';

/** Joined as DNS joins the pieces of one record; none where nobody answers in some seconds. */
export async function textsOfDomain(domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  try {
    return (await resolver.resolveTxt(domain)).map((pieces) => pieces.join(''));
  } catch {
    return [];
  }
}
