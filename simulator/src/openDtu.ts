// MQTT messages of an OpenDTU: topics, payloads and their order, as the firmware publishes them (docs/devices/opendtu.md).

/** Path below the base topic, and payload. */
export type Topic = readonly [path: string, text: string];

/** Values received from a microinverter, by the names in reports. */
export type Measured = Readonly<Record<string, number>>;

export type DtuInverter = {
  /** Hexadecimal; the firmware writes it in lower case. */
  serial: string;
  name: string;
  firmware: string;
  hardware: string;
  inputs: number;
  ratedW: number;
  moduleW: number;
};

/** The gateway's state of an inverter since the gateway was switched on. */
export type DtuKnown = {
  received: { atMs: number; q: Measured } | null;
  reachable: boolean;
  limitPercent: number;
};

/** Rounds counters as such an inverter does: whole watt-hours, and a daily counter that is the sum of its inputs. */
export function counted(q: Measured): Record<string, number> {
  const counterDayWh = Math.floor(q.counterDayWh ?? 0);
  const inputs = inputsOf(q);
  const dcWh = inputs.reduce((sum, n) => sum + (q[`input${n}CounterDayWh`] ?? 0), 0);
  const counters: Record<string, number> = {};
  let leftWh = counterDayWh;
  for (const n of inputs) {
    const name = `input${n}CounterDayWh`;
    const share = dcWh > 0 ? (q[name] ?? 0) / dcWh : 0;
    counters[name] = n === inputs.length ? leftWh : Math.floor(counterDayWh * share);
    leftWh -= counters[name];
  }
  return { ...q, ...counters, counterDayWh, counterWh: Math.floor(q.counterWh ?? 0) };
}

const inputsOf = (q: Measured): number[] => {
  const numbers: number[] = [];
  for (let n = 1; `input${n}PowerW` in q; n++) numbers.push(n);
  return numbers;
};

/** Topics of the gateway itself, in each round. */
export function dtuTopics(sn: string, uptimeS: number, signalDbm: number): Topic[] {
  return [
    ['dtu/uptime', String(uptimeS)],
    ['dtu/ip', '192.0.2.17'],
    ['dtu/hostname', sn],
    ['dtu/heap/size', '339420'],
    ['dtu/heap/free', String(160_000 + (uptimeS % 4096))],
    ['dtu/heap/minfree', '132908'],
    ['dtu/heap/maxalloc', '110580'],
    ['dtu/rssi', String(signalDbm)],
    ['dtu/bssid', '02:00:00:00:00:01'],
    ['dtu/temperature', '47.22'],
  ];
}

/** Topics of an inverter in each round, whether or not there are new values. */
export function statusTopics(inverter: DtuInverter, { received, reachable, limitPercent }: DtuKnown, nowMs: number) {
  const { name, firmware, hardware, ratedW } = inverter;
  // Difference of two clocks of whole seconds with different offsets, so sometimes a second more.
  const updatedS = received ? Math.floor(nowMs / 1000) - Math.floor((nowMs - received.atMs) / 1000) : 0;
  const topics: Topic[] = [
    ['name', name],
    ['radio/tx_request', '1200'],
    ['radio/tx_re_request', '14'],
    ['radio/rx_success', '1180'],
    ['radio/rx_fail_nothing', '15'],
    ['radio/rx_fail_partial', '5'],
    ['radio/rx_fail_corrupt', '0'],
    ['radio/rssi', '-64'],
    // Requested once values have been received.
    ...(received
      ? ([
          ['device/bootloaderversion', '101'],
          ['device/fwbuildversion', firmware],
          ['device/fwbuilddatetime', '2022-11-14 09:55:00'],
          ['device/hwpartnumber', '269619201'],
          ['device/hwversion', hardware],
          ['status/limit_relative', limitPercent.toFixed(2)],
          ['status/limit_absolute', ((limitPercent * ratedW) / 100).toFixed(2)],
        ] as const)
      : []),
    ['status/reachable', reachable ? '1' : '0'],
    ['status/producing', reachable && (received?.q.powerW ?? 0) > 0 ? '1' : '0'],
    ['status/last_update', String(updatedS)],
  ];
  return underSerial(inverter, topics);
}

/** Topics that follow if values were received since the previous round: AC side, inputs, totals. */
export function valueTopics(inverter: DtuInverter, q: Measured): Topic[] {
  const number = (name: string, digits: number): string => (q[name] ?? 0).toFixed(digits);
  const kWh = wholeKWh(q.counterWh ?? 0, inverter.inputs);
  const powers = inputsOf(q).map((n) => q[`input${n}PowerW`] ?? 0);
  const powerDc = powers.reduce((sum, watts) => sum + watts, 0);
  const topics: Topic[] = [
    ['0/voltage', number('gridVoltageV', 1)],
    ['0/current', number('gridCurrentA', 2)],
    ['0/power', number('powerW', 1)],
    ['0/frequency', number('frequencyHz', 2)],
    ['0/powerfactor', number('powerFactor', 3)],
    ['0/reactivepower', number('reactivePowerVar', 1)],
    ...powers.flatMap((watts, i): Topic[] => [
      [`${i + 1}/name`, `Module ${i + 1}`],
      [`${i + 1}/voltage`, number(`input${i + 1}VoltageV`, 1)],
      [`${i + 1}/current`, number(`input${i + 1}CurrentA`, 2)],
      [`${i + 1}/power`, watts.toFixed(1)],
      [`${i + 1}/yieldday`, number(`input${i + 1}CounterDayWh`, 0)],
      [`${i + 1}/yieldtotal`, kWh[i]!.toFixed(3)],
      [`${i + 1}/irradiation`, ((watts / inverter.moduleW) * 100).toFixed(3)],
    ]),
    ['0/powerdc', powerDc.toFixed(1)],
    ['0/yieldday', number('counterDayWh', 0)],
    ['0/yieldtotal', kWh.reduce((sum, one) => Math.fround(sum + one), 0).toFixed(3)],
    ['0/temperature', number('temperatureC', 1)],
    ['0/efficiency', (powerDc > 0 ? ((q.powerW ?? 0) / powerDc) * 100 : 0).toFixed(3)],
  ];
  return underSerial(inverter, topics);
}

/** Totals of all inverters, at the end of each round. */
export function totalTopics(known: readonly DtuKnown[]): Topic[] {
  const sum = (name: string): number => known.reduce((all, { received }) => all + (received?.q[name] ?? 0), 0);
  const isValid = known.every(({ reachable }) => reachable) ? '1' : '0';
  const powerDc = known.reduce(
    (all, { received }) =>
      all + (received ? inputsOf(received.q).reduce((dc, n) => dc + received.q[`input${n}PowerW`]!, 0) : 0),
    0,
  );
  return [
    ['ac/power', sum('powerW').toFixed(1)],
    ['ac/yieldtotal', (sum('counterWh') / 1000).toFixed(3)],
    ['ac/yieldday', sum('counterDayWh').toFixed(0)],
    ['ac/is_valid', isValid],
    ['dc/power', powerDc.toFixed(1)],
    ['dc/irradiation', '0.000'],
    ['dc/is_valid', isValid],
  ];
}

const underSerial = ({ serial }: DtuInverter, topics: readonly Topic[]): Topic[] =>
  topics.map(([path, text]) => [`${serial.toLowerCase()}/${path}`, text]);

/** Lifetime counter by input, in the firmware's 24-bit floating point: from 16 MWh on it skips watt-hours. */
function wholeKWh(counterWh: number, inputs: number): number[] {
  const each = Math.floor(counterWh / inputs);
  return Array.from({ length: inputs }, (_, i) =>
    Math.fround((i === 0 ? counterWh - each * (inputs - 1) : each) / 1000),
  );
}
