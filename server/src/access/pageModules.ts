// Empties the parts of an answer that belong to page modules the role lacks, so that a call discloses no more than the page.
import type { AnswerPart } from '@heliograph/contract/pageModules.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';

type Permissions = ReadonlySet<Permission>;

/** Empties, in place, the parts that the contract assigns to modules missing from these permissions; the answer must not be shared with other callers. */
export function emptyHiddenModules(answer: unknown, parts: readonly AnswerPart[], permissions: Permissions): unknown {
  for (const { pageModule, path, empty } of parts) if (!permissions.has(pageModule)) emptyAt(answer, path, empty);
  return answer;
}

function emptyAt(within: unknown, [key, ...rest]: readonly string[], empty: unknown): void {
  if (typeof within !== 'object' || within === null || key === undefined) return;
  if (key === '*') {
    for (const row of within as unknown[]) emptyAt(row, rest, empty);
    return;
  }
  const fields = within as Record<string, unknown>;
  if (rest.length > 0) emptyAt(fields[key], rest, empty);
  else if (key in fields) fields[key] = structuredClone(empty);
}

/** Whether the session may search by devices: a search that finds a plant by a serial number discloses that the device is there. */
export function seesDevices({ permissions }: { permissions: Permissions }): boolean {
  return permissions.has('SiteDevices');
}
