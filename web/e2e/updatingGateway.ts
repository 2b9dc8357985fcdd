// Simulates a gateway that is updated in journeys: it really downloads and verifies the requested firmware, and announces its version afterwards.
import { checkUpdate } from '@heliograph/simulator/update.ts';
import { MAKER } from '../../server/test/firmware.ts';
import { ANNOUNCED, connectDevice, publish } from './mqttDevices.ts';
import type { Portal } from './portal.ts';

/** Executes update commands; with `fault.now` the download is damaged. */
export async function updatingGateway(
  portal: Portal,
  { sn, password }: { sn: string; password: string },
  fault: { readonly now: boolean } = { now: false },
): Promise<void> {
  const client = await connectDevice(portal, sn, password);
  const handledIds = new Set<string>();
  client.on('message', (topic, payload) => {
    if (!topic.endsWith('/down/command')) return;
    const { id, parameters } = JSON.parse(payload.toString()) as { id: string; parameters: Record<string, unknown> };
    if (handledIds.has(id)) return;
    handledIds.add(id);
    const sendAnswer = (state: string, reason = '') =>
      client.publishAsync(
        `hg/${sn}/up/result`,
        JSON.stringify({ v: 1, id, at: Date.now(), state, reason, parameters: {} }),
        { qos: 1 },
      );
    void (async () => {
      await sendAnswer('accepted');
      const damage = fault.now ? ('damaged' as const) : undefined;
      const { refusal, version } = await checkUpdate(parameters, { publicKey: MAKER.pem }, damage);
      if (refusal) return void (await sendAnswer('refused', refusal));
      await sendAnswer('done');
      await publish(client, 'announce', { ...ANNOUNCED, firmware: version });
    })();
  });
  await client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  await publish(client, 'announce', ANNOUNCED);
}
