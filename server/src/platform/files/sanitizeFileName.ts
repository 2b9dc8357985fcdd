// The name of a file as its sender gave it, without folders, and without signs that are not seen or turn the name around.
export const plainFileName = (given: string): string =>
  given
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
