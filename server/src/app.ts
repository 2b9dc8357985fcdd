// Builds the HTTP server without a port or timers, so that tests can inject requests.
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { openSessions } from './access/session.ts';
import { serveCompanyCallback } from './accounts/openid/callback.ts';
import { handlers } from './calls/index.ts';
import type { Context } from './context.ts';
import { limitAnonymousRequests } from './http/anonymousLimit.ts';
import { bodyParsers } from './http/bodyParsers.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  endBadConnection,
  refuseExpectation,
  serverOptions,
} from './http/connections.ts';
import { allowPortals } from './http/cors.ts';
import { serveStoredMails } from './http/devMail.ts';
import { serveDocuments } from './http/documentFiles.ts';
import { answerBadUrl, answerErrors } from './http/errors.ts';
import { serveFirmware } from './http/firmwareFiles.ts';
import { serveHealth } from './http/health.ts';
import { requireHttps } from './http/httpsOnly.ts';
import { liveRoute } from './http/liveStream.ts';
import { serveDescription } from './http/openapi/openapi.ts';
import { servePictures } from './http/pictureRoutes.ts';
import { safeHeaders } from './http/securityHeaders.ts';
import { serveCalls } from './http/serve.ts';
import { serveWeb } from './http/static.ts';
import { serveMailLinks } from './http/unsubscribe.ts';
import { serveMcp } from './integrations/mcp/server.ts';
import { servePlantMetrics } from './integrations/prometheus.ts';
import { deviceFrameRoutes } from './transports/frames/frameRoutes.ts';

export async function buildApp(
  context: Context,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<FastifyInstance> {
  const app = Fastify({
    http: serverOptions(limits),
    requestTimeout: limits.requestMs,
    clientErrorHandler: endBadConnection(safeHeaders(context.config)),
    frameworkErrors: answerBadUrl(context.config),
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing refers to requests by number.
    genReqId: () => '',
    // The largest body of a v2 call: a wizard with 500 devices. Device frames and uploads have their own limits.
    bodyLimit: 256 * 1024,
    trustProxy: context.config.trustProxy,
    routerOptions: { maxParamLength: 200 },
  });
  app.server.on('checkExpectation', refuseExpectation(safeHeaders(context.config)));
  // Not Fastify's logger, which would add a listener to each request although nothing logs it.
  app.addHook('onRequest', (request, reply, next) => {
    request.log = context.log;
    reply.log = context.log;
    next();
  });
  const sessions = await openSessions(context);
  app.addHook('onClose', () => sessions.close());
  allowPortals(app, context);
  bodyParsers(app);
  answerErrors(app, context.config);
  requireHttps(app, context);
  limitAnonymousRequests(app);
  serveCalls(app, context, sessions, handlers);
  await deviceFrameRoutes(app, context);
  await liveRoute(app, context, sessions);
  serveMcp(app, context, sessions);
  servePlantMetrics(app);
  servePictures(app, context);
  serveDocuments(app, context, sessions);
  serveFirmware(app, context, sessions);
  serveMailLinks(app, context);
  serveStoredMails(app, context);
  serveCompanyCallback(app);
  serveHealth(app, context);
  serveDescription(app, context);
  await serveWeb(app, context);
  return app;
}
