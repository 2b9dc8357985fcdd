// Cleans the name of an uploaded file: removes folders, invisible characters and those that reverse its direction.
export const plainFileName = (name: string): string =>
  name
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
