// Where a photo of a roof is fetched: below its plant, under a name that nobody can guess.

export const photoPath = (sid: string, name: string): string => `files/layout/${sid}/${name}`;
