// Reason not to start that the operator can fix: its message is one plain sentence, shown without a stack trace.
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Whether a disk is full: PostgreSQL reports code 53100, file operations ENOSPC, initdb only a message. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ENOSPC' || code === '53100' || /No space left on device/i.test(String(message ?? ''));
}
