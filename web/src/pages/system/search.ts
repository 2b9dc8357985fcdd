// Search parameters of the role pages.

export interface RoleSearch {
  /** Id of the open role. */
  role?: number;
  /** Keyword for companies' roles. */
  q?: string;
}

export function readWordSearch({ q }: Record<string, unknown>): Pick<RoleSearch, 'q'> {
  return q === undefined || q === '' ? {} : { q: String(q) };
}

export function readRoleSearch(raw: Record<string, unknown>): RoleSearch {
  const role = Number(raw.role);
  return { ...readWordSearch(raw), ...(Number.isSafeInteger(role) && role > 0 ? { role } : {}) };
}
