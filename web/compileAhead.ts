// Lets browsers compile what a first page runs most of while it comes in, beside the page's own work, and not function by function as each is first called.
import type { Plugin, Rolldown } from 'vite';

/** Read by V8 in the first line; others take it for a comment. */
const WHOLE = '//# allFunctionsCalledOnLoad\n';

export function compileAhead(names: ReadonlySet<string>): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // The build's own lines would stand before it.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
        for (const chunk of chunks) if (names.has(chunk.name)) chunk.code = WHOLE + chunk.code;
      },
    },
  };
}
