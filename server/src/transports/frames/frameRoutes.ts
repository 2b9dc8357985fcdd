// Where microinverters send their frames: bare posts to their families' paths (/i.php, /t.php), answered after the commit with the plant's time.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Context } from '../../context.ts';
import { POST_PATHS, parseRaw } from '../../families/families.ts';
import { openCollector } from '../../ingest/batchCollector.ts';
import { isAllowedSource, sourceOf } from '../../ingest/sources/networkOf.ts';
import { openSources } from '../../ingest/sources/sourceQuota.ts';
import { openRejectedBodies } from '../../ingest/unclaimed/rejectedBodies.ts';
import { openKeeper, UNKNOWN_CAPS, type UnknownCaps } from '../../ingest/unclaimed/unclaimedLimits.ts';
import type { KnownDevice } from '../../installation/knownDevices.ts';
import { addressOf } from '../../platform/clientAddress.ts';
import { makeBuckets } from '../../platform/limits/tokenBuckets.ts';
import { deviceFrames, frameSeconds, framesWaiting } from '../../platform/metrics.ts';
import { localDigits } from './localDigits.ts';

/** A frame has 69 bytes at most; what is longer than this is not even read. */
const BODY_LIMIT = 1024;

/** Of a number, from one source: a device reports each minute at most; what it missed may follow at once. */
const PER_SN = { burst: 120, perSecond: 1 };
/** Of a device, from a source that is not its usual one, which keeps its own share: a line that changed goes on. */
const OTHER_OF_SN = { burst: 30, perSecond: 1 / 20 };
/** Of a device, from all such sources together. */
const OTHERS_OF_SN = { burst: 120, perSecond: 1 / 2 };
/** Frames of numbers of no plant, by source: a truck of new devices fits, inventing numbers does not. */
const UNKNOWN_PER_SOURCE = { burst: 2_000, perSecond: 3 };
/** How many such numbers one source may bring up. */
const NEW_PER_SOURCE = { burst: 500, perSecond: 1 / 60 };
/** How often a source past these limits is still asked for: its number may be a device that this process has not met yet. */
const ASKED_PER_SOURCE = { burst: 200, perSecond: 20 };
/** Everything from one source: a park behind one router fits. */
const PER_SOURCE = { burst: 40_000, perSecond: 10_000 };
/** Bodies that are no frame are kept to be looked at, so many per source. */
const KEPT_PER_SOURCE = { burst: 20, perSecond: 20 / 60 };

/** Within `app`, but apart from it: other bodies, another limit. */
export async function deviceFrameRoutes(
  app: FastifyInstance,
  context: Context,
  caps: UnknownCaps = UNKNOWN_CAPS,
): Promise<void> {
  const collector = openCollector(context);
  const rejectedBodies = openRejectedBodies(context);
  const { registry } = context;
  const buckets = {
    // apart from each other, so that a flood of invented numbers does not push out what is remembered of devices
    own: makeBuckets(PER_SN.burst, PER_SN.perSecond),
    other: makeBuckets(OTHER_OF_SN.burst, OTHER_OF_SN.perSecond),
    others: makeBuckets(OTHERS_OF_SN.burst, OTHERS_OF_SN.perSecond),
    unmet: makeBuckets(PER_SN.burst, PER_SN.perSecond),
    unknown: makeBuckets(UNKNOWN_PER_SOURCE.burst, UNKNOWN_PER_SOURCE.perSecond),
    fresh: makeBuckets(NEW_PER_SOURCE.burst, NEW_PER_SOURCE.perSecond),
    asked: makeBuckets(ASKED_PER_SOURCE.burst, ASKED_PER_SOURCE.perSecond),
    source: makeBuckets(PER_SOURCE.burst, PER_SOURCE.perSecond),
    kept: makeBuckets(KEPT_PER_SOURCE.burst, KEPT_PER_SOURCE.perSecond),
  };
  /** Numbers of no plant that have been heard, and by whom. */
  const strangers = makeBuckets(1, 0);
  const sources = openSources(context);
  const keeper = openKeeper(context.sql, caps, (error) => {
    context.log.error({ err: error }, 'frames of unknown numbers could not be pruned');
  });
  app.addHook('onClose', async () => {
    await collector.close();
    await sources.settled();
    await keeper.settled();
  });

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    // Devices send no content type or a wrong one; it means nothing here.
    routes.addHook('onRequest', (request, _reply, next) => {
      request.raw.headers['content-type'] = undefined;
      next();
    });
    routes.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) request.log.error({ err: error }, 'device frame failed');
      deviceFrames.inc({ outcome: error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'long' : 'broken' });
      return answer(reply, status >= 500 ? 500 : 400, 'refused');
    });
    for (const path of POST_PATHS)
      routes.post(path, { bodyLimit: BODY_LIMIT }, (request, reply) => take(path, request, reply));
  });

  async function take(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const startedMs = performance.now();
    const receivedAt = context.clock.now();
    const nowMs = receivedAt.getTime();
    const address = addressOf(request);
    const source = sourceOf(address);
    if (!buckets.source.take(source, nowMs)) return limited(reply);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const raw = { path, body, address };
    const reading = parseRaw(raw, receivedAt);
    if ('rejected' in reading) {
      const { rejected } = reading;
      deviceFrames.inc({ outcome: rejected });
      if (buckets.kept.take(source, nowMs)) {
        await keeper.room();
        request.log.warn({ address, path, reason: rejected, bytes: body.length }, 'no device frame');
        await rejectedBodies.keep(raw, receivedAt, rejected);
        keeper.kept();
      }
      return answer(reply, 400, rejected);
    }
    const { sn } = reading;
    const device = registry.kept(sn) ?? (await unlessUnknown(sn, source, nowMs));
    if (device === 'limited') return limited(reply);
    // First: what a plant refuses must not use up what the sources it names share.
    if (device && !isAllowedSource(device.sources.allowed, address)) return foreign(device, source, nowMs, reply);
    if (device && !mayReport(device, source, nowMs)) return limited(reply);
    const outcome = await collector.collect(reading);
    const met = registry.kept(sn) ?? device;
    if (outcome.kind === 'foreign') {
      // What was told of the device while it was read leaves none in memory.
      return foreign(met ?? (await registry.find([sn])).get(sn), source, nowMs, reply);
    }
    if (outcome.kind === 'stored' || outcome.kind === 'repeated') {
      if (met) sources.heard(met, source, nowMs);
    } else if (outcome.kind === 'unknown' || outcome.kind === 'restricted') {
      keeper.kept();
      // Taken when it is known: after a start no number is in memory, and a known fleet must not be limited.
      buckets.unknown.take(source, nowMs);
      if (strangers.take(sn, nowMs)) buckets.fresh.take(source, nowMs);
    }
    deviceFrames.inc({ outcome: outcome.kind });
    framesWaiting.set(collector.depth());
    if (outcome.kind === 'busy') return answer(reply.header('retry-after', '30'), 503, 'busy');
    frameSeconds.observe((performance.now() - startedMs) / 1000);
    return answer(reply, 200, localDigits(nowMs, 'timeZone' in outcome ? outcome.timeZone : 'UTC'));
  }

  /** The usual source has a share of its own, which nobody else can use up; so has the one that came while it was silent. */
  function mayReport(device: KnownDevice, source: string, nowMs: number): boolean {
    return takeFrom(device.sn, source, sources.hasShare(device, source), nowMs);
  }

  function takeFrom(sn: string, source: string, hasShare: boolean, nowMs: number): boolean {
    if (hasShare) return buckets.own.take(`${sn} ${source}`, nowMs);
    return buckets.other.take(`${sn} ${source}`, nowMs) && buckets.others.take(sn, nowMs);
  }

  /** A number that this process does not have in mind: it may be of no plant, and of those only so many are taken. */
  async function unlessUnknown(
    sn: string,
    source: string,
    nowMs: number,
  ): Promise<KnownDevice | 'limited' | undefined> {
    await keeper.room();
    // Of a device that is being read again a thousand sources are no more than they were a moment ago.
    const hadShare = sources.hadShare(sn, source);
    if (hadShare !== undefined) return takeFrom(sn, source, hadShare, nowMs) ? undefined : 'limited';
    const isOpen =
      buckets.unknown.has(source, nowMs) && (!strangers.has(sn, nowMs) || buckets.fresh.has(source, nowMs));
    if (isOpen) return buckets.unmet.take(`${sn} ${source}`, nowMs) ? undefined : 'limited';
    if (!buckets.asked.take(source, nowMs)) return 'limited';
    return (await registry.find([sn])).get(sn) ?? 'limited';
  }

  function foreign(device: KnownDevice | undefined, source: string, nowMs: number, reply: FastifyReply): FastifyReply {
    deviceFrames.inc({ outcome: 'foreign' });
    if (device) sources.refused(device, source, nowMs);
    return answer(reply, 403, 'refused');
  }
}

function limited(reply: FastifyReply): FastifyReply {
  deviceFrames.inc({ outcome: 'limited' });
  return answer(reply.header('retry-after', '60'), 429, 'limited');
}

function answer(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type('text/plain').send(text);
}

/** The extra port of devices: these paths and nothing else. */
export async function buildDeviceApp(context: Context, caps?: UnknownCaps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
  });
  await deviceFrameRoutes(app, context, caps);
  return app;
}
