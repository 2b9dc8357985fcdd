// Server for a test file with an open MQTT port, chosen by the system.
import { afterAll } from 'vitest';
import { createInternalCall } from '../src/http/internalCalls.ts';
import type { EndpointLimits } from '../src/transports/mqtt/connection.ts';
import { ENDPOINT_LIMITS } from '../src/transports/mqtt/endpoint.ts';
import { FEED_LIMITS, type FeedLimits } from '../src/transports/mqtt/homeAssistantFeed.ts';
import { type Mqtt, openMqtt } from '../src/transports/mqtt/openMqtt.ts';
import { type TestServer, testServer } from './testServer.ts';

export async function mqttServer(
  limits: Partial<EndpointLimits> = {},
  env: Record<string, string> = {},
  feedLimits: FeedLimits = FEED_LIMITS,
): Promise<TestServer & { mqtt: Mqtt; port: number }> {
  const server = await testServer({ MQTT_PORT: '0', ...env });
  const mqtt = await openMqtt(
    server.context,
    { ...ENDPOINT_LIMITS, ...limits },
    createInternalCall(server.app),
    feedLimits,
  );
  afterAll(mqtt.close);
  return { ...server, mqtt, port: mqtt.port! };
}
