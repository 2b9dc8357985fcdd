/** Runs in the page: returns the texts that are cut, and the width by which the page exceeds the window. */
export function misfits(): string[];
