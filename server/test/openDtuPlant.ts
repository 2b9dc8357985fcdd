// Plant with an OpenDTU and one inverter, controlled by the test: received commands, the inverter's state, and rounds.
import { createGatewayPlant, makeChild } from './gatewayPlant.ts';
import { connectDevice, passwordOf } from './mqttDevices.ts';
import type { TestServer } from './testServer.ts';

/** Creates an OpenDTU with one inverter, which publishes a round when the test calls `round`. */
export async function createOpenDtuPlant(server: TestServer, port: number) {
  const { sql, clock } = server;
  const plant = await createGatewayPlant(server);
  const serial = `1161${plant.sn.slice(-8)}`;
  const { sid } = plant;
  const sn = `DTU${plant.sn}`;
  const [product] = await sql<{ id: number }[]>`select id from products where name = 'OpenDTU'`;
  await sql`update devices set sn = ${sn}, product_id = ${product!.id} where sid = ${sid} and sn = ${plant.sn}`;
  await sql`update device_live set sn = ${sn} where sid = ${sid} and sn = ${plant.sn}`;
  await sql`update serial_numbers set sn = ${sn}, product_id = ${product!.id} where sn = ${plant.sn}`;
  await makeChild(sql, { sid, gateway: sn, sn: serial });
  const password = await passwordOf(sql, sn);
  const heard: [string, string][] = [];
  const holds = { limit: 100, producing: 1 };
  let atS = Math.floor(clock.now().getTime() / 1000);
  const connect = async (obeying = true) => {
    const device = await connectDevice(port, { sn, password, clientId: 'OpenDTU-1' });
    device.client.on('message', (topic, payload) => {
      heard.push([topic.slice(`hg/${sn}/opendtu/`.length), payload.toString()]);
      if (!obeying) return;
      if (topic.endsWith('/cmd/limit_nonpersistent_relative')) holds.limit = Number(payload.toString());
      if (topic.endsWith('/cmd/power')) holds.producing = Number(payload.toString());
    });
    await device.client.subscribeAsync(`hg/${sn}/opendtu/+/cmd/limit_nonpersistent_relative`, { qos: 0 });
    await device.client.subscribeAsync(`hg/${sn}/opendtu/+/cmd/power`, { qos: 0 });
    /** Publishes a round after another answer of the inverter. */
    const round = async () => {
      clock.forward(5);
      atS += 5;
      const status = { 'status/limit_relative': holds.limit.toFixed(2), 'status/reachable': '1' };
      for (const [path, text] of Object.entries({
        ...status,
        'status/producing': String(holds.producing),
        'status/last_update': String(atS),
      }))
        await device.client.publishAsync(`hg/${sn}/opendtu/${serial.toLowerCase()}/${path}`, text, { qos: 1 });
    };
    return { device, round, sn };
  };
  return { ...plant, sn, serial, heard, holds, connect };
}
