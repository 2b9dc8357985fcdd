// Values that cannot be missing where they are read, checked instead of assumed.

/** Returns the value; throws an error that names it if it is null or undefined. */
export function required<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
