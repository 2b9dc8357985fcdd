// Search parameters of the bulk configuration page: the group and its filter.
export interface SetupSearch {
  /** Number of the product. */
  model?: number | undefined;
  q?: string | undefined;
  country?: string | undefined;
  firmware?: string | undefined;
}

const textOf = (given: unknown): string | undefined =>
  given === undefined || String(given).trim() === '' ? undefined : String(given).trim().slice(0, 200);

export function readSetupSearch({ model, q, country, firmware }: Record<string, unknown>): SetupSearch {
  const number = Number(model);
  const code = textOf(country);
  return {
    model: Number.isSafeInteger(number) && number > 0 && number <= 2_000_000_000 ? number : undefined,
    q: textOf(q),
    country: code !== undefined && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : undefined,
    firmware: textOf(firmware),
  };
}
