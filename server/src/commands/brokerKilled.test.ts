// Commands over kill -9 of the broker in front of the server while one stands at each step: each has one end and is obeyed at most once.
import { once } from 'node:events';
import { test } from 'vitest';
import { callsOf, endsWell, playAll, staysEnded } from '../../test/killedCommands.ts';
import { killedServers, serverOfNow } from '../../test/killedServer.ts';
import { describeWithMosquitto, prepareMosquitto } from '../../test/mosquitto.ts';

const serverOn = killedServers();

describeWithMosquitto('a broker in front of the server', async () => {
  const { url, port, start } = await prepareMosquitto({ isKept: true });
  test('killed while a command stands at each step: each continues from there, and an ended one does not change', async () => {
    const server = await serverOfNow();
    let broker = start();
    const { tell, approve } = callsOf(await serverOn(server, { MQTT_URL: url }));
    const die = async () => {
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      broker = start();
    };
    // The server does not know which gateways are connected to a broker, so it hands the command over.
    const played = await playAll(server, { tell, port, away: ['issued', 'write'] });
    await die();
    await endsWell(server, played, { port, approve });
    await staysEnded(server, played, { port, tell, die });
  }, 180_000);
});
