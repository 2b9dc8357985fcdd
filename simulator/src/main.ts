// Command line of the simulator: plays the demonstration fleet against a running server.
import { parseArgs } from 'node:util';
import { fleet } from './fleet.ts';
import { playClock, playFleet } from './play.ts';

const usage = `node simulator/src/main.ts --url http://127.0.0.1:8080 [options]
  --url     where the devices post their frames
  --speed   how much faster than real time the devices live (1); the server stamps frames with its own clock
  --start   the instant at which the devices begin, like 2026-06-21T10:00:00Z (now)
  --every   seconds between a device's frames (300)
  --seed    another number, another fleet (1)
  --plants  only the first so many plants (all)`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    speed: { type: 'string', default: '1' },
    start: { type: 'string' },
    every: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    plants: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || values.url === undefined || !URL.canParse(values.url)) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

function positive(name: 'speed' | 'every' | 'seed' | 'plants', text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  console.error(`--${name} must be a number above 0, not "${text}"`);
  process.exit(2);
}

const startMs = values.start === undefined ? Date.now() : Date.parse(values.start);
if (Number.isNaN(startMs)) {
  console.error(`--start must be an instant like 2026-06-21T10:00:00Z, not "${values.start}"`);
  process.exit(2);
}
const speed = positive('speed', values.speed);
const everyS = Math.ceil(positive('every', values.every));
const sites = fleet(positive('seed', values.seed), startMs);
const played = values.plants === undefined ? sites : sites.slice(0, positive('plants', values.plants));

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const counts = { taken: 0, refused: 0, unreached: 0 };
const report = setInterval(() => console.log(JSON.stringify(counts)), 10_000);
console.log(
  `${played.length} plants, ${played.flatMap((site) => site.devices).length} devices, a frame every ${everyS} s at ${speed} x real time`,
);
await playFleet({
  url: values.url,
  fleet: played,
  clock: playClock(startMs, speed),
  everyS,
  signal: stop.signal,
  onSent: ({ answer }) => {
    if ('error' in answer) counts.unreached++;
    else if (answer.status === 200) counts.taken++;
    else counts.refused++;
  },
});
clearInterval(report);
console.log(JSON.stringify(counts));
