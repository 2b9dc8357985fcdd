// Command line of the simulator: plays the demonstration fleet against a running server and lists its planted faults in a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { COMMAND_FAULTS } from './commands.ts';
import { plantedFaults } from './faultTable.ts';
import { fleet } from './fleet.ts';
import { playClock, playFleet } from './play.ts';
import { playGateways } from './playGateways.ts';

const usage = `npm run simulate -- --url http://127.0.0.1:8080 --mqtt mqtt://127.0.0.1:1883 [options]
  --url        server address to which devices post frames; without it no frames are sent
  --mqtt       broker address to which gateways connect; without it no gateway connects
  --passwords  file with the gateways' passwords, {"serial number": "password"}; a gateway without one waits to be claimed
  --signed-by  file with the Ed25519 public key (PEM) that signs firmware; without it gateways refuse every update
  --commands   how gateways fail at commands: deaf, refuses, dies, forgets, mute, late, lies; at updates: unfetched, damaged,
               unsigned, rollsBack (no failure)
  --speed      factor of real time at which devices run (1); the server stamps frames with its own clock
  --start      instant at which the devices start, like 2026-06-21T10:00:00Z (now)
  --began      instant to which planted faults and dates are relative (the start)
  --every      seconds between a device's frames (300)
  --seed       number from which the fleet is generated (1)
  --plants     plants by key, like birkenhof,werkhof, or the number of plants to play (all)
  --faults     file to which planted faults are written (planted-faults.json)`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    mqtt: { type: 'string' },
    passwords: { type: 'string' },
    'signed-by': { type: 'string' },
    commands: { type: 'string' },
    speed: { type: 'string', default: '1' },
    start: { type: 'string' },
    began: { type: 'string' },
    every: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    plants: { type: 'string' },
    faults: { type: 'string', default: 'planted-faults.json' },
    help: { type: 'boolean', default: false },
  },
});

const { url, mqtt } = values;
const isInvalid = [url, mqtt].some((address) => address !== undefined && !URL.canParse(address));
if (values.help || isInvalid || (url === undefined && mqtt === undefined)) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

function stopWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function positive(name: 'speed' | 'every' | 'seed', text: string): number {
  const value = Number(text);
  return value > 0 ? value : stopWith(`--${name} must be a number above 0, not "${text}"`);
}

function instant(name: 'start' | 'began', text: string | undefined, fallback: number): number {
  const atMs = text === undefined ? fallback : Date.parse(text);
  return Number.isNaN(atMs) ? stopWith(`--${name} must be an instant like 2026-06-21T10:00:00Z, not "${text}"`) : atMs;
}

const commandFault = COMMAND_FAULTS.find((fault) => fault === values.commands);
if (values.commands !== undefined && !commandFault) stopWith(`--commands must be one of ${COMMAND_FAULTS.join(', ')}`);
const startMs = instant('start', values.start, Date.now());
const speed = positive('speed', values.speed);
const everyS = Math.ceil(positive('every', values.every));
const sites = fleet(positive('seed', values.seed), instant('began', values.began, startMs));
const played = selectedPlants(values.plants);
const passwords = values.passwords
  ? (JSON.parse(readFileSync(values.passwords, 'utf8')) as Record<string, string>)
  : ({} as Record<string, string>);

function selectedPlants(plants: string | undefined): typeof sites {
  if (plants === undefined) return sites;
  if (Number(plants) > 0) return sites.slice(0, Number(plants));
  const keys = plants.split(',');
  const unknownKey = keys.find((key) => !sites.some((site) => site.key === key));
  if (unknownKey !== undefined) stopWith(`--plants: there is no plant "${unknownKey}"`);
  return sites.filter(({ key }) => keys.includes(key));
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

writeFileSync(values.faults, `${JSON.stringify(plantedFaults(played), null, 2)}\n`);
const counts = { taken: 0, refused: 0, unreached: 0, rows: 0, unreachedGateways: 0 };
const report = setInterval(() => console.log(JSON.stringify(counts)), 10_000);
const gateways = mqtt === undefined ? 0 : played.flatMap((site) => site.gateways).length;
const devices = url === undefined ? 0 : played.flatMap((site) => site.devices).length;
console.log(
  `${played.length} plants at ${speed} x real time: ${devices} devices with a frame every ${everyS} s, ${gateways} gateways; planted faults are listed in ${values.faults}`,
);
const clock = playClock(startMs, speed);
const { signal } = stop;
await Promise.all([
  url === undefined
    ? undefined
    : playFleet({
        url,
        fleet: played,
        clock,
        everyS,
        signal,
        onSent: ({ answer }) => {
          if ('error' in answer) counts.unreached++;
          else if (answer.status === 200) counts.taken++;
          else counts.refused++;
        },
      }),
  mqtt === undefined
    ? undefined
    : playGateways({
        broker: { host: new URL(mqtt).hostname, port: Number(new URL(mqtt).port || 1883) },
        fleet: played,
        passwordOf: (sn) => passwords[sn],
        clock,
        obeysTime: speed === 1 && values.start === undefined,
        updates: { publicKey: values['signed-by'] && readFileSync(values['signed-by'], 'utf8') },
        commandFault,
        signal,
        onSent: ({ rows }) => {
          counts.rows += rows;
        },
        onUnreached: () => {
          counts.unreachedGateways++;
        },
      }),
]);
clearInterval(report);
console.log(JSON.stringify(counts));
