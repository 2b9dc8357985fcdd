/** Imports the texts of one area in one language. A language without all areas is not among them (web/catalogues.ts). */
declare module 'virtual:catalogues' {
  type Loaders = Readonly<Record<import('./areas.ts').Area, () => Promise<{ default: object }>>>;
  type Code = import('@heliograph/contract/envelope.ts').LanguageCode;
  const catalogues: Readonly<Partial<Record<Code, Loaders>>>;
  export default catalogues;
}
