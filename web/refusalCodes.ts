// Writes the code of a refusal where a file names it: the table of all of them, some hundred, is not needed to know three of them.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import type { Plugin } from 'vite';

const IMPORT = /^import \{ REFUSALS \} from '@heliograph\/contract\/errors\.ts';$/m;

export function refusalCodes(): Plugin {
  return {
    name: 'refusal-codes',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/web/src/') || !IMPORT.test(code)) return undefined;
      return code.replace(IMPORT, '').replace(/\bREFUSALS\.(\w+)/g, (_, word: string) => {
        if (!(word in REFUSALS)) this.error(`${id} names no refusal: ${word}`);
        return String(REFUSALS[word as keyof typeof REFUSALS]);
      });
    },
  };
}
