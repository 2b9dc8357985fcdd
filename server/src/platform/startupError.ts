// A reason not to start that a person can act on: its message is one plain sentence, shown without a stack.
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

// PostgreSQL says disk_full as 53100, file operations as ENOSPC, initdb only in words.
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ENOSPC' || code === '53100' || /No space left on device/i.test(String(message ?? ''));
}
