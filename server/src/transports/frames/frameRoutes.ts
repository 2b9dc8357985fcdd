// Receives the frames of microinverters: plain posts to the paths of their families (/i.php, /t.php), answered with the plant's time after the commit.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Context } from '../../context.ts';
import { POST_PATHS, parseRaw } from '../../families/families.ts';
import { createBatchCollector } from '../../ingest/batchCollector.ts';
import { isAllowedSource, sourceOf } from '../../ingest/sources/networkOf.ts';
import { createSourceQuota, type SourceQuota } from '../../ingest/sources/sourceQuota.ts';
import { openRejectedBodies } from '../../ingest/unclaimed/rejectedBodies.ts';
import {
  createUnclaimedStore,
  UNCLAIMED_LIMITS,
  type UnclaimedCaps,
  type UnclaimedStore,
} from '../../ingest/unclaimed/unclaimedLimits.ts';
import type { KnownDevice } from '../../installation/knownDevices.ts';
import { addressOf } from '../../platform/clientAddress.ts';
import { createLogLimit } from '../../platform/limits/logLimit.ts';
import { deviceFrames, frameSeconds, framesWaiting } from '../../platform/metrics.ts';
import { createFrameLimiter } from './frameLimiter.ts';
import { localDigits } from './localDigits.ts';

/** A frame has 69 bytes at most; a longer body is not read. */
const BODY_LIMIT = 1024;

type FrameHandler = (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Registers the routes in a scope of their own within `app`, with their own body parser and limit. */
export async function deviceFrameRoutes(
  app: FastifyInstance,
  context: Context,
  caps: UnclaimedCaps = UNCLAIMED_LIMITS,
): Promise<void> {
  const collector = createBatchCollector(context);
  const sources = createSourceQuota(context);
  const unclaimed = createUnclaimedStore(context.sql, caps, (error) => {
    context.log.error({ err: error }, 'frames of unclaimed serial numbers could not be pruned');
  });
  const handleFrame = createFrameHandler(context, { collector, sources, unclaimed });
  app.addHook('onClose', async () => {
    await collector.close();
    await sources.settled();
    await unclaimed.settled();
  });

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    // Devices send no content type or a wrong one.
    routes.addHook('onRequest', (request, _reply, next) => {
      request.raw.headers['content-type'] = undefined;
      next();
    });
    routes.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) request.log.error({ err: error }, 'device frame failed');
      deviceFrames.inc({ outcome: error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'long' : 'broken' });
      return respond(reply, status >= 500 ? 500 : 400, 'refused');
    });
    for (const path of POST_PATHS)
      routes.post(path, { bodyLimit: BODY_LIMIT }, (request, reply) => handleFrame(path, request, reply));
  });
}

interface Dependencies {
  collector: ReturnType<typeof createBatchCollector>;
  sources: SourceQuota;
  unclaimed: UnclaimedStore;
}

function createFrameHandler(context: Context, { collector, sources, unclaimed }: Dependencies): FrameHandler {
  const { registry, clock } = context;
  const limiter = createFrameLimiter(sources);
  const rejectedBodies = openRejectedBodies(context);
  const isLogged = createLogLimit();

  /** Finds a device that this process has not read; undefined: it may be unclaimed, and its frame is stored. */
  async function lookUp(sn: string, source: string, nowMs: number): Promise<KnownDevice | 'limited' | undefined> {
    await unclaimed.ensureCapacity();
    const decision = limiter.acceptUnread(sn, source, nowMs);
    if (decision === 'accept') return undefined;
    return decision === 'lookup' ? ((await registry.find([sn])).get(sn) ?? 'limited') : 'limited';
  }

  function rejectSource(device: KnownDevice | undefined, source: string, nowMs: number, reply: FastifyReply) {
    deviceFrames.inc({ outcome: 'foreign' });
    if (device) sources.recordRejection(device, source, nowMs);
    return respond(reply, 403, 'refused');
  }

  return async (path, request, reply) => {
    const startedMs = performance.now();
    const receivedAt = clock.now();
    const nowMs = receivedAt.getTime();
    const address = addressOf(request);
    const source = sourceOf(address);
    if (!limiter.acceptSource(source, nowMs)) return limited(reply);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const raw = { path, body, address };
    const reading = parseRaw(raw, receivedAt);
    if ('rejected' in reading) {
      const { rejected } = reading;
      deviceFrames.inc({ outcome: rejected });
      if (limiter.acceptRejectedBody(source, nowMs)) {
        await unclaimed.ensureCapacity();
        if (isLogged(source, nowMs))
          request.log.warn({ address, path, reason: rejected, bytes: body.length }, 'no device frame');
        await rejectedBodies.store(raw, receivedAt, rejected);
        unclaimed.onStored();
      }
      return respond(reply, 400, rejected);
    }
    const { sn } = reading;
    const device = registry.cached(sn) ?? (await lookUp(sn, source, nowMs));
    if (device === 'limited') return limited(reply);
    // Before the limits, so that rejected frames do not use up what the allowed sources share.
    if (device && !isAllowedSource(device.sources.allowed, address)) return rejectSource(device, source, nowMs, reply);
    if (device && !limiter.acceptDevice(device, source, nowMs)) return limited(reply);
    const outcome = await collector.collect(reading);
    const storedDevice = registry.cached(sn) ?? device;
    if (outcome.kind === 'foreign') {
      // A device that changed while it was being read is not in memory.
      return rejectSource(storedDevice ?? (await registry.find([sn])).get(sn), source, nowMs, reply);
    }
    if (outcome.kind === 'stored' || outcome.kind === 'repeated' || outcome.kind === 'empty') {
      if (storedDevice) sources.recordReport(storedDevice, source, nowMs);
    } else if (outcome.kind === 'unknown' || outcome.kind === 'restricted') {
      unclaimed.onStored();
      // Counted only now: after a start no device is in memory, and a known fleet must not be limited.
      limiter.countUnclaimed(sn, source, nowMs);
    }
    deviceFrames.inc({ outcome: outcome.kind });
    framesWaiting.set(collector.depth());
    if (outcome.kind === 'busy') return respond(reply.header('retry-after', '30'), 503, 'busy');
    frameSeconds.observe((performance.now() - startedMs) / 1000);
    return respond(reply, 200, localDigits(nowMs, 'timeZone' in outcome ? outcome.timeZone : 'UTC'));
  };
}

function limited(reply: FastifyReply): FastifyReply {
  deviceFrames.inc({ outcome: 'limited' });
  return respond(reply.header('retry-after', '60'), 429, 'limited');
}

function respond(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type('text/plain').send(text);
}

/** Serves these routes alone, on the extra port for devices. */
export async function buildDeviceApp(context: Context, caps?: UnclaimedCaps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
  });
  await deviceFrameRoutes(app, context, caps);
  return app;
}
