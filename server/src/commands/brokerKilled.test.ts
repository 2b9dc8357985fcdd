// Kills the external broker (kill -9) while a command is at each step: each command ends once and is executed at most once.
import { once } from 'node:events';
import { test } from 'vitest';
import { callsOf, endsWell, playAll, staysEnded } from '../../test/killedCommands.ts';
import { killedServers, serverOfNow } from '../../test/killedServer.ts';
import { describeWithMosquitto, prepareMosquitto } from '../../test/mosquitto.ts';

const serverOn = killedServers();

describeWithMosquitto('a broker in front of the server', async () => {
  const { url, port, start } = await prepareMosquitto({ isKept: true });
  test('a broker killed with a command at each step: each command continues from its step, and ended ones do not change', async () => {
    const server = await serverOfNow();
    let broker = start();
    const { tell, approve } = callsOf(await serverOn(server, { MQTT_URL: url }));
    const restartBroker = async () => {
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      broker = start();
    };
    // The server does not know which gateways are connected to an external broker, so it publishes the command.
    const played = await playAll(server, { tell, port, away: ['issued', 'write'] });
    await restartBroker();
    await endsWell(server, played, { port, approve });
    await staysEnded(server, played, { port, tell, die: restartBroker });
  }, 180_000);
});
