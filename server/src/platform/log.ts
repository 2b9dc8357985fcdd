// The log of the server: an outage of the database is one line, and then one a minute with a count, not a stack trace of each statement.
import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { isDatabaseAway } from './database/connect.ts';

const COUNT_EVERY_MS = 60_000;

export function openLog(level: Level, streams: readonly DestinationStream[], countEveryMs = COUNT_EVERY_MS): Logger {
  const outage = createOutage(countEveryMs);
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method) {
          const [first] = args as [unknown];
          const error = (first as { err?: unknown } | null)?.err;
          if (!isDatabaseAway(error)) return method.apply(this, args);
          const isFirst = outage.count(this);
          if (isFirst) this.error({ reason: (error as Error).message }, 'the database is away');
        },
      },
    },
    pino.multistream(streams.map((stream) => ({ level, stream }))),
  );
}

/** Counts errors of an outage, which ends with a period without any. */
function createOutage(countEveryMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let errors = 0;
  const report = (log: Logger): void => {
    if (errors > 0) log.error({ errors }, 'the database is still away');
    else {
      log.warn('no more errors of the database');
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
