// What the addresses of the pages of roles carry.

export interface RoleSearch {
  /** The role that is open. */
  role?: number;
  /** What own roles are searched for. */
  q?: string;
}

export function readWordSearch({ q }: Record<string, unknown>): Pick<RoleSearch, 'q'> {
  return q === undefined || q === '' ? {} : { q: String(q) };
}

export function readRoleSearch(raw: Record<string, unknown>): RoleSearch {
  const role = Number(raw.role);
  return { ...readWordSearch(raw), ...(Number.isSafeInteger(role) && role > 0 ? { role } : {}) };
}
