// Where microinverters send their frames: bare posts to /i.php and /t.php, answered after the commit with the plant's time.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Context } from '../context.ts';
import { deviceFrames, frameSeconds, framesWaiting } from '../metrics.ts';
import { localDigits } from '../rules/localDigits.ts';
import { parseBdmFrame } from '../telemetry/bdmFrame.ts';
import { makeBuckets } from '../telemetry/buckets.ts';
import { openCollector } from '../telemetry/collect.ts';

const PATHS = ['/i.php', '/t.php'] as const;
/** A frame has 69 bytes at most; what is longer than this is not even read. */
const BODY_LIMIT = 1024;

/** A device reports each minute at most; what it missed may follow at once. */
const PER_SN = { burst: 120, perSecond: 1 };
/** Numbers of no plant, by address: a truck of new devices fits, inventing numbers does not. */
const UNKNOWN_PER_ADDRESS = { burst: 2_000, perSecond: 20 };
/** Everything from one address: a park behind one router fits. */
const PER_ADDRESS = { burst: 40_000, perSecond: 10_000 };
/** Bodies that are no frame are kept to be looked at, so many per address. */
const KEPT_PER_ADDRESS = { burst: 20, perSecond: 20 / 60 };

/** Within `app`, but apart from it: other bodies, another limit. */
export async function deviceFrameRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const collector = openCollector(context);
  const { registry } = context;
  const buckets = {
    sn: makeBuckets(PER_SN.burst, PER_SN.perSecond),
    unknown: makeBuckets(UNKNOWN_PER_ADDRESS.burst, UNKNOWN_PER_ADDRESS.perSecond),
    address: makeBuckets(PER_ADDRESS.burst, PER_ADDRESS.perSecond),
    kept: makeBuckets(KEPT_PER_ADDRESS.burst, KEPT_PER_ADDRESS.perSecond),
  };
  app.addHook('onClose', () => collector.close());

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    // Devices send no content type or a wrong one; it means nothing here.
    routes.addHook('onRequest', async (request) => {
      delete request.raw.headers['content-type'];
    });
    routes.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) request.log.error({ err: error }, 'device frame failed');
      deviceFrames.inc({ outcome: error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'long' : 'broken' });
      return say(reply, status >= 500 ? 500 : 400, 'refused');
    });
    for (const path of PATHS)
      routes.post(path, { bodyLimit: BODY_LIMIT }, (request, reply) => take(path, request, reply));
  });

  async function take(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const startedMs = performance.now();
    const receivedAt = context.clock.now();
    const nowMs = receivedAt.getTime();
    const address = request.ip;
    if (!buckets.address.take(address, nowMs)) return limited(reply);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const frame = parseBdmFrame(body);
    if ('rejected' in frame) {
      deviceFrames.inc({ outcome: frame.rejected });
      if (buckets.kept.take(address, nowMs)) {
        request.log.warn({ address, path, reason: frame.rejected, bytes: body.length }, 'no device frame');
        await collector.collect({ sn: '', receivedAt, path, body, address });
      }
      return say(reply, 400, frame.rejected);
    }
    const { sn } = frame;
    if (!buckets.sn.take(sn, nowMs)) return limited(reply);
    if (!registry.kept(sn) && !buckets.unknown.has(address, nowMs)) return limited(reply);
    const outcome = await collector.collect({ sn, receivedAt, path, body, address });
    // Taken when it is known: after a start no number is in memory, and a known fleet must not be limited.
    if (outcome.kind === 'unknown') buckets.unknown.take(address, nowMs);
    deviceFrames.inc({ outcome: outcome.kind });
    framesWaiting.set(collector.depth());
    if (outcome.kind === 'busy') return say(reply.header('retry-after', '30'), 503, 'busy');
    frameSeconds.observe((performance.now() - startedMs) / 1000);
    return say(reply, 200, localDigits(nowMs, 'timeZone' in outcome ? outcome.timeZone : 'UTC'));
  }
}

function limited(reply: FastifyReply): FastifyReply {
  deviceFrames.inc({ outcome: 'limited' });
  return say(reply.header('retry-after', '60'), 429, 'limited');
}

function say(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type('text/plain').send(text);
}

/** The extra port of devices: these two paths and nothing else. */
export async function buildDeviceApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
  });
  await deviceFrameRoutes(app, context);
  return app;
}
