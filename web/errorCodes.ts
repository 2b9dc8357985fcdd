// Replaces error codes by their numbers in the build: pages need a few of the table's hundreds.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import type { Plugin } from 'vite';

const IMPORT = /^import \{ ERROR_CODES \} from '@heliograph\/contract\/errors\.ts';$/m;

export function errorCodes(): Plugin {
  return {
    name: 'error-codes',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/web/src/') || !IMPORT.test(code)) return undefined;
      return code.replace(IMPORT, '').replace(/\bERROR_CODES\.(\w+)/g, (_, name: string) => {
        if (!(name in ERROR_CODES)) this.error(`${id} uses an unknown error code: ${name}`);
        return String(ERROR_CODES[name as keyof typeof ERROR_CODES]);
      });
    },
  };
}
