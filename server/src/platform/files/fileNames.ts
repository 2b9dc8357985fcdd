// Names of downloaded files.

/** Returns a title as part of a file's name, without characters that an operating system refuses. */
export const asFileName = (title: string): string => title.replaceAll(/[\p{C}\s/\\:*?"<>|]+/gu, ' ').trim();
