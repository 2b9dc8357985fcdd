// The server's log. Errors caused by a database outage are collapsed into one line a minute with a count, instead of a stack trace for each statement.
import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { isDatabaseUnavailable } from './database/connect.ts';

const COUNT_EVERY_MS = 60_000;

/** As pino's own, without `detail`, in which PostgreSQL quotes values of rows: addresses, hashes, URLs. */
const serializers = {
  err(error: unknown) {
    if (!(error instanceof Error)) return error;
    const { detail: _, ...logged } = pino.stdSerializers.err(error);
    return logged;
  },
};

export function openLog(level: Level, streams: readonly DestinationStream[], countEveryMs = COUNT_EVERY_MS): Logger {
  const outage = createOutage(countEveryMs);
  return pino(
    {
      level,
      serializers,
      hooks: {
        logMethod(args, method) {
          const [first] = args as [unknown];
          const error = (first as { err?: unknown } | null)?.err;
          if (!isDatabaseUnavailable(error)) return method.apply(this, args);
          const isFirst = outage.count(this);
          if (isFirst) this.error({ reason: (error as Error).message }, 'the database is unavailable');
        },
      },
    },
    pino.multistream(streams.map((stream) => ({ level, stream }))),
  );
}

/** Counts the errors of an outage, which ends after an interval without any. */
function createOutage(countEveryMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let errors = 0;
  const report = (log: Logger): void => {
    if (errors > 0) log.error({ errors }, 'the database is still unavailable');
    else {
      log.warn('the database is available again');
      clearInterval(timer);
      timer = undefined;
    }
    errors = 0;
  };
  return {
    /** Returns whether the outage began with this error. */
    count(log: Logger): boolean {
      if (timer) {
        errors++;
        return false;
      }
      timer = setInterval(report, countEveryMs, log).unref();
      return true;
    },
  };
}
