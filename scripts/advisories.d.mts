// The judgement of advisories.mjs, for its tests.

export interface Advisory {
  dependency: string;
  severity: string;
  range: string;
  title: string;
  url: string;
}

/** A package as npm's audit lists it; a string in `via` is a package that it depends on. */
export interface Vulnerable {
  name: string;
  via: (Advisory | string)[];
}

export type Seen = Record<string, { since: string; doesNotMatter?: string }>;

export function judge(given: {
  shipped: Vulnerable[];
  all: Vulnerable[];
  seen: Seen;
  today: string;
  isReport: boolean;
}): { lines: string[]; code: number; record: Seen | undefined };
