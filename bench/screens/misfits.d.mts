/** Runs in the page: returns the texts that are cut, and the width by which the page exceeds the window. */
export function misfits(): string[];
/** Runs in the page: returns the words drawn over two lines, except after a hyphen and at a soft one. */
export function brokenWords(): string[];
