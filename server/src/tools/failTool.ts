// Ends a command-line tool with the reason in one sentence, or with the whole error if it is a bug.
import { StartupError } from '../platform/startupError.ts';

/** `result`: what the failure means for the user, such as "No backup was made." */
export function failTool(error: unknown, result: string): void {
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) console.error(`${result} ${message}`);
  else if (code.startsWith('ERR_PARSE_ARGS')) console.error(message.split('\n')[0]);
  else if (['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOSPC'].includes(code))
    console.error(`${result} ${path ?? 'A file'} can't be used (${code}).`);
  else console.error(`${result} There was an internal error:`, error);
  process.exitCode = 1;
}
