// File names of saved charts.

/** Joins names with letters, digits and dashes of any language only, so that the file name is valid on every system. */
export const fileName = (...names: string[]): string =>
  names
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
