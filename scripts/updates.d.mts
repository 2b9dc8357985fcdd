// The judgement of updates.mjs, for its tests.

/** An installed package; `taken` is the version npm would install instead. */
export interface Installed {
  name: string;
  version: string;
  /** Whether it is part of the running product. */
  ships: boolean;
  /** Whether a workspace depends on it directly. */
  isNamed: boolean;
  taken?: string;
}

/** A package's document in npm's registry. */
export interface RegistryPackage {
  'dist-tags': { latest: string };
  versions: Record<string, { deprecated?: string }>;
  time: Record<string, string>;
}

export function judge(given: {
  packages: Installed[];
  answers: Map<string, RegistryPackage>;
  held: Record<string, string>;
  silent: string[];
  today: string;
}): { lines: string[]; code: number };
