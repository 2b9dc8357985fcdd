// Reports to systemd, where it runs the server: that it is ready or stopping, and regularly that it still works.
import { execFile } from 'node:child_process';
import type { ServiceManager } from '../config.ts';

/** How long systemd-notify may take, ms. */
const TIMEOUT_MS = 10_000;
/** Reports in one period of the watchdog: one may be late. */
const REPORTS = 3;

/** Sends one state, for example READY=1. Node has no datagram sockets of this kind, so systemd's own program sends it. */
function send(state: string, { socket }: ServiceManager): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', NOTIFY_SOCKET: socket };
  return new Promise((done) => {
    // Without an answer systemd restarts the server, which is all that could be done about a failure.
    execFile('systemd-notify', [state], { env, timeout: TIMEOUT_MS }, () => done());
  });
}

/** Reports that the server is ready, and until the returned function is called that its event loop runs. Does nothing where systemd does not wait for it. */
export function reportReady(manager: ServiceManager | undefined): () => Promise<void> {
  if (!manager) return async () => {};
  void send('READY=1', manager);
  const { watchdogMs } = manager;
  const timer =
    watchdogMs === undefined ? undefined : setInterval(() => void send('WATCHDOG=1', manager), watchdogMs / REPORTS);
  return async () => {
    clearInterval(timer);
    void send('STOPPING=1', manager);
  };
}
