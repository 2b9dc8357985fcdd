// A server for a test file where devices speak MQTT, on a port that the system chose.
import { afterAll } from 'vitest';
import type { EndpointLimits } from '../src/mqtt/connection.ts';
import { ENDPOINT_LIMITS } from '../src/mqtt/endpoint.ts';
import { type Mqtt, openMqtt } from '../src/mqtt/openMqtt.ts';
import { type TestServer, testServer } from './testServer.ts';

export async function mqttServer(
  limits: Partial<EndpointLimits> = {},
  env: Record<string, string> = {},
): Promise<TestServer & { mqtt: Mqtt; port: number }> {
  const server = await testServer({ MQTT_PORT: '0', ...env });
  const mqtt = await openMqtt(server.context, { ...ENDPOINT_LIMITS, ...limits });
  afterAll(mqtt.close);
  return { ...server, mqtt, port: mqtt.port! };
}
