// Reads the TXT records of a domain from the machine's DNS servers, by which a company proves that it owns a domain.
import { Resolver } from 'node:dns/promises';

/** Returns the records, each joined from its pieces; empty if no server answers within some seconds. */
export async function textsOfDomain(domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  try {
    return (await resolver.resolveTxt(domain)).map((pieces) => pieces.join(''));
  } catch {
    return [];
  }
}
