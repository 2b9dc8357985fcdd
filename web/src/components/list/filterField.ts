// A field of a list's filter panel.
export interface Choice {
  value: string;
  label: string;
}

export interface FilterField<Filter extends string> {
  name: Filter;
  label: string;
  /** Text by default; `useChoices` may fetch its choices. */
  kind?: 'text' | 'day' | { useChoices: () => readonly Choice[] };
  /** The day filter that this one may not come after. */
  until?: Filter;
  /** The day filter that this one may not come before. */
  since?: Filter;
}
