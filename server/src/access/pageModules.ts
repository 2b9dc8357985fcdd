// Parts of an answer that belong to page modules: empty for a role that does not own the module, so that the call tells no more than the page.
import type { AnswerPart } from '@heliograph/contract/pageModules.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';

type Permissions = ReadonlySet<Permission>;

/** Empties, in place, what the contract says belongs to modules that these permissions lack; the answer is the caller's own. */
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

/** Whether the caller may search by devices: what finds a plant by its serial number tells that it is there. */
export function seesDevices({ permissions }: { permissions: Permissions }): boolean {
  return permissions.has('SiteDevices');
}
