// Health for monitoring: liveness, readiness and Prometheus metrics of the process.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { clockProblem, OFF_MS } from '../platform/clock.ts';
import { isReady, metrics } from '../platform/metrics.ts';
import { isDiskFull } from '../platform/startupError.ts';
import { createPortalMetrics } from './portalMetrics.ts';

const DATABASE_TIMEOUT_MS = 2_000;

export function serveHealth(app: FastifyInstance, context: Context): void {
  const { sql, clock, log, databaseHealth, partHealth } = context;
  const updatePortalMetrics = createPortalMetrics(context);
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const reason = await readReason();
    reply.header('cache-control', 'no-store').status(reason ? 503 : 200);
    const aheadMs = clock.aheadMs?.() ?? 0;
    const detail = Math.abs(aheadMs) > OFF_MS ? { clock: clockProblem(aheadMs) } : {};
    if (reason) return { status: 'not ready', reason, ...detail };
    // Still 200: behind a load balancer, other parts than those that answer requests must not take all servers out.
    const stalled = partHealth.stalled();
    return stalled.length > 0 ? { status: 'degraded', stalled, ...detail } : { status: 'ready', ...detail };
  });

  app.get('/metrics', async (request, reply) => {
    if (!isInternal(request)) return reply.callNotFound();
    const reason = await readReason();
    isReady.set(reason ? 0 : 1);
    await updatePortalMetrics(reason === undefined);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });

  const readReason = async (): Promise<string | undefined> => databaseHealth.now() ?? (await notReadyReason());

  let probe: Promise<string | undefined> | undefined;

  /** Concurrent requests share one query. */
  function notReadyReason(): Promise<string | undefined> {
    probe ??= probeDatabase().finally(() => {
      probe = undefined;
    });
    return probe;
  }

  /** Anyone may request this, so it writes nothing; a full disk is noticed by writes (platform/database/databaseHealth.ts). */
  async function probeDatabase(): Promise<string | undefined> {
    const query = sql<{ takesWrites: boolean }[]>`
      select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes_writes
      from migrations limit 1`;
    const { promise: timeout, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(
      () => resolve(`the database does not answer within ${DATABASE_TIMEOUT_MS / 1000} s`),
      DATABASE_TIMEOUT_MS,
    );
    const answered = query.then(
      ([row]) => (row?.takesWrites ? undefined : 'the database does not take writes'),
      (error: unknown) => {
        log.error({ err: error }, 'not ready');
        return reasonOf(error);
      },
    );
    const reason = await Promise.race([answered, timeout]);
    clearTimeout(timer);
    return reason;
  }
}

/** Without details, as anyone may read it; the log has the whole error. */
function reasonOf(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full';
  const code = String((error as { code?: unknown }).code);
  // Starting up, shutting down, or unreachable: codes of PostgreSQL, the system and the driver.
  if (/^57P|^08|^E[A-Z]+$|^CONNECT/.test(code)) return 'the database is away';
  return 'the database does not work as it should';
}

/** From a private network and not through a proxy: metrics are not public. */
function isInternal(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] || request.headers.forwarded) return false;
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:)/i.test(address);
}
