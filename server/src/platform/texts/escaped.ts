// Escapes text for HTML, in elements and in quoted attributes.

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
