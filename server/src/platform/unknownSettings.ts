// Finds names in .env and the environment that are not settings: a mistyped setting would otherwise be ignored silently.

interface Names {
  /** Names in .env, which are all meant for this server. */
  file: readonly string[];
  /** Names in the environment, which other programs share: only those similar to a setting are reported. */
  environment: readonly string[];
}

/** Returns a sentence for each unknown name. */
export function unknownSettings({ file, environment }: Names, known: readonly string[]): string[] {
  const isUnknown = (name: string) => !known.includes(name);
  const similar = environment.filter((name) => isUnknown(name) && similarTo(name, known) !== undefined);
  return [...new Set([...file.filter(isUnknown), ...similar])].map((name) => {
    const meant = similarTo(name, known);
    return `The setting ${name} is unknown and ignored${meant ? `; did you mean ${meant}?` : '.'}`;
  });
}

/** Maximum edit distance of a mistyped name; lower for short names, which resemble others by chance. */
const maxEdits = (name: string): number => (name.length < 7 ? 1 : 2);

function similarTo(name: string, known: readonly string[]): string | undefined {
  return known.find((setting) => editDistance(name, setting) <= maxEdits(name));
}

/** Edit distance with insertions, deletions, substitutions and transpositions. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
