// Runs only the embedded database in a process that a test kills; it starts faster than the whole server.
import { startEmbedded } from '../src/platform/database/embedded/embedded.ts';
import { StartupError } from '../src/platform/startupError.ts';

try {
  const { stop } = await startEmbedded({ dataDir: process.env.DATA_DIR!, print: (line) => console.error(line) });
  process.once('SIGINT', () => void stop().then(() => process.exit(0)));
  setInterval(() => {}, 60_000);
  console.log('It is ready at database');
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
