// Checks from inside a container whether the portal answers: exits with 1 unless /readyz answers 200 on this machine's PORT.
import { readConfig } from '../config.ts';

const TIMEOUT_MS = 8_000;

try {
  const { status } = await fetch(`http://127.0.0.1:${readConfig().port}/readyz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
