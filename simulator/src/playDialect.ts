// Plays a gateway of the fleet that uses OpenDTU's topics; its machines are inverters that it polls in turn.
import { dayOf } from './daylight.ts';
import { runningSince } from './faults.ts';
import type { FleetGateway, FleetSite } from './fleetSite.ts';
import { rowsAt } from './gatewayReports.ts';
import { counted, type DtuInverter } from './openDtu.ts';
import type { GatewaysPlay } from './playGateways.ts';
import { playOpenDtu } from './playOpenDtu.ts';
import { hash } from './random.ts';
import type { Withheld } from './withheld.ts';

/** The gateway's interval is both the time between its rounds and the polling interval of each inverter. */
export function playOpenDtuGateway(
  play: GatewaysPlay,
  site: FleetSite,
  gateway: FleetGateway,
  withheld: Withheld,
): Promise<void> {
  const { sn, intervalS, machines, faults } = gateway;
  const { broker, clock, signal, onUnreached } = play;
  const inverters = machines.map(
    ({ sn: serial, firmware, hardware, inputs, ratedW }, index): DtuInverter => ({
      serial,
      name: `Inverter ${index + 1}`,
      firmware,
      hardware,
      inputs: inputs.length,
      ratedW,
      moduleW: inputs[0]?.moduleW ?? ratedW,
    }),
  );
  return playOpenDtu({
    broker,
    sn,
    password: play.passwordOf(sn),
    inverters,
    measure(inverter, atMs, applied) {
      const machine = machines.find((one) => one.sn === inverter.serial)!;
      const row = rowsAt(site, gateway, atMs).find((one) => one.sn === machine.sn);
      if (!row) return null;
      const q = withheld.output(machine, row.q, applied, atMs, dayOf(site.timeZone, atMs));
      return q === row.q ? q : counted(q);
    },
    clock,
    signal,
    startsMs: [
      runningSince([], clock.nowMs(), hash(sn, 'on')),
      ...faults.flatMap((fault) => (fault.kind === 'restart' ? [fault.fromMs] : [])),
    ],
    pollS: Math.max(1, Math.floor(intervalS / Math.max(1, inverters.length))),
    publishS: intervalS,
    commandFault: play.commandFault,
    ...(onUnreached ? { onUnreached } : {}),
  });
}
