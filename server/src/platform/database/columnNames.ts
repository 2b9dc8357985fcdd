// Converts names: snake_case in the database, camelCase in the program.

const camel = new Map<string, string>();

/** Converts to camelCase; cached, also for keys of json, up to a limit. */
export function toCamel(name: string): string {
  let known = camel.get(name);
  if (known === undefined) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (camel.size < 10_000) camel.set(name, known);
  }
  return known;
}

export function toSnake(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts the keys of a json value, at any depth. */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamel(key), camelKeys(inner)]));
}
