// Writes contract/src/calls.ts and server/src/calls/index.ts from the files of contract/src/calls/, one for each call at its
// path: `npm run generate`. A test checks that both are up to date.
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
export const CONTRACT_TABLE = 'contract/src/calls.ts';
export const HANDLER_TABLE = 'server/src/calls/index.ts';

/** Returns the name that a call's files export: `sign-in/company/begin` -> `signInCompanyBegin`. */
const exportName = (path: string): string => path.replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Sorts as the linter sorts imports: by folder, without regard to case. */
const sortKey = (file: string): string => file.toLowerCase().replaceAll('/', '\0');

const PATHS = globSync('**/*.ts', { cwd: join(ROOT, 'contract/src/calls') })
  .toSorted((one, two) => (sortKey(one) < sortKey(two) ? -1 : 1))
  .map((file) => file.replace(/\.ts$/, ''));

const imports = (folder: string): string =>
  PATHS.map((path) => `import { ${exportName(path)} } from '${folder}/${path}.ts';\n`).join('');

const entries = (): string =>
  PATHS.map((path) => `  ${/^\w+$/.test(path) ? path : `'${path}'`}: ${exportName(path)},\n`).join('');

/** Returns the text of each table by its file. */
export function callTables(): Record<string, string> {
  return {
    [CONTRACT_TABLE]: `// Every call under v2/ by its path: request, response, access and errors. Written by \`npm run generate\`.
import type { z } from 'zod';
${imports('./calls')}
export const calls = {
${entries()}} as const;

export type Calls = typeof calls;
export type Path = keyof Calls;
/** What a client may send: optional fields may be left out. */
export type Request<P extends Path> = z.input<Calls[P]['request']>;
/** What a handler gets: parsed, defaults filled in. */
export type ParsedRequest<P extends Path> = z.output<Calls[P]['request']>;
export type Response<P extends Path> = z.output<Calls[P]['response']>;
`,
    [HANDLER_TABLE]: `// The handler of each call of the contract. Written by \`npm run generate\`; the compiler checks that none is missing.
import type { Handlers } from '../platform/handler.ts';
${imports('.')}
export const handlers: Handlers = {
${entries()}};
`,
  };
}

if (import.meta.main) for (const [file, text] of Object.entries(callTables())) writeFileSync(join(ROOT, file), text);
