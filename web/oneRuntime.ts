// Puts the bundler's own helpers into the first script: in a file of their own, which the bundler insists on, half a kilobyte takes one of six connections for a round trip.
import type { Plugin, Rolldown } from 'vite';

const RUNTIME = '\0rolldown/runtime.js';
/** What the helpers are exported as; minified names are shorter. */
const HELPERS = 'helpersOfAll';

type Chunk = Rolldown.OutputChunk;

const nameOf = ({ fileName }: Chunk): string => fileName.split('/').at(-1)!;

/** `a as b, c` as an import says it -> the same as a pattern says it. */
const patternOf = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim().replace(/ as /, ':'))
    .join(',');

export function oneRuntime(first: string): Plugin {
  return {
    name: 'one-runtime',
    apply: 'build',
    // Names go by what a file was before this; one with other contents needs another name.
    augmentChunkHash: () => HELPERS,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const runtime = chunks.find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === RUNTIME);
      const into = chunks.find(({ name }) => name === first);
      if (!runtime || !into) return;
      const imported = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${nameOf(runtime).replace('.', '\\.')}";`);
      const [whole = '', names = ''] = /export\s*\{([^}]*)\};?\s*$/.exec(runtime.code) ?? [];
      const exported = names.split(',').map((name) => name.trim().replace(/(\S+) as (\S+)/, '$2:$1'));
      const body = runtime.code.replace(whole, '');
      for (const chunk of chunks) {
        if (chunk === runtime || !chunk.imports.includes(runtime.fileName)) continue;
        const own = imported.exec(chunk.code)?.[1];
        if (!own) this.error(`${chunk.fileName} imports the bundler's helpers in another way`);
        const taken = `let{${patternOf(own)}}=${HELPERS};`;
        const isInto = chunk === into;
        const instead = isInto ? taken : `import{${HELPERS}}from"./${nameOf(into)}";${taken}`;
        // A minified name may be a dollar sign.
        const code = chunk.code.replace(imported, () => instead);
        chunk.code = isInto
          ? `var ${HELPERS}=(()=>{${body}return{${exported.join(',')}}})();${code};export{${HELPERS}};`
          : code;
        const others = chunk.imports.filter((file) => file !== runtime.fileName);
        chunk.imports = isInto ? others : [...new Set([...others, into.fileName])];
      }
      delete bundle[runtime.fileName];
    },
  };
}
