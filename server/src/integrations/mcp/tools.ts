// Tools of the MCP server, each based on a v2 call, with the selected fields of its answer, as a model reads every word.
import { calls, type Request } from '@heliograph/contract/calls.ts';
import { day, sid, sn } from '@heliograph/contract/entities/parts.ts';
import { ALERT_STATES } from '@heliograph/contract/events.ts';
import { z } from 'zod';
import type { ReadPath } from '../../http/internalCalls.ts';

export const INSTRUCTIONS =
  'Heliograph monitors photovoltaic plants and their devices; these tools read what the owner of the token may see and change nothing. ' +
  "Power is in W, energy in kWh, money in the plant's currency. Days are those of the plant's own time zone; fields that end in Iso are ISO 8601. " +
  'null and "" mean "not known" and are never zero. Provenance says how a figure was obtained: counted by the device, integrated from its power, imported, mixed, or none; completeness is the part (0 to 1) of the time that it covers. Say so when it is below 1. ' +
  'Of what flows, power from the grid and out of a battery is positive.';

interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  path: ReadPath;
  body: (input: Record<string, unknown>) => Request<ReadPath>;
}

/** Defines a tool with matching types of input, call and answer, and erases them for the list. */
function tool<P extends ReadPath, Input extends z.ZodRawShape>(
  path: P,
  definition: {
    name: string;
    title: string;
    description: string;
    input: Input;
    output: z.ZodObject;
    body: (input: z.output<z.ZodObject<Input>>) => Request<P>;
  },
): Tool {
  return {
    ...definition,
    path,
    input: z.strictObject(definition.input),
    body: definition.body as unknown as Tool['body'],
  };
}

const plant = sid.describe('The plant, by the sid that list_plants tells.');
const rows = (max: number) => z.number().int().min(1).max(max).default(20).describe('Rows of a page.');
const size = rows(50);
const num = z.number().int().min(0).max(1_000_000).default(0).describe('Which page, from 0.');
const keywords = z.string().max(200).optional().describe('Words to look for, in names, places and serial numbers.');
const from = day.describe('First day, YYYY-MM-DD.');
const to = day.describe('Last day, YYYY-MM-DD, included.');

const plantRow = calls['site/listWithSN'].response.shape.list.element.pick({
  sid: true,
  siteName: true,
  countryName: true,
  city: true,
  timezone: true,
  powerMax: true,
  statusTitle: true,
  isNight: true,
  isAsleep: true,
  alertCode: true,
  alertTitle: true,
  problem: true,
  problems: true,
  now: true,
  nowUnit: true,
  todayPower: true,
  todayPowerUnit: true,
  totalPower: true,
  totalPowerUnit: true,
  snCount: true,
  reporting: true,
  lastUpdateIso: true,
});
const deviceRow = calls['device/list'].response.shape.list.element.pick({
  sid: true,
  siteName: true,
  sn: true,
  alias: true,
  kind: true,
  modelName: true,
  statusTitle: true,
  isAsleep: true,
  alertCode: true,
  alertTitle: true,
  now: true,
  nowUnit: true,
  nowOf: true,
  isLive: true,
  todayPower: true,
  todayPowerUnit: true,
  totalPower: true,
  totalPowerUnit: true,
  batterySoc: true,
  gatewaySn: true,
  lastUpdateIso: true,
});
const problemRow = calls['problem/list'].response.shape.list.element.omit({
  ownerName: true,
  ownerPhone: true,
  ownerEmail: true,
  mayAcknowledge: true,
});

export const TOOLS: readonly Tool[] = [
  tool('site/listWithSN', {
    name: 'list_plants',
    title: 'Plants',
    description:
      'The plants, with what they do now (W, null while nothing live tells), today and in all (kWh); powerMax is the peak power of the modules in W, reporting how many of its snCount devices report.',
    input: { keywords, size, num },
    output: z.object({ list: z.array(plantRow), total: z.number().int() }),
    body: ({ size, num, keywords }) => ({ page: { size, num }, filters: { keywords } }),
  }),
  tool('site/overview', {
    name: 'plant_now',
    title: 'A plant now',
    description:
      'What a plant does now and how it is: energy and money of today, yesterday, month, year and in all with the provenance of each; the flow of energy between modules, home, grid, battery and generator; the balance where meters measure it; open problems and what they cost; highest power and best day.',
    input: { plant },
    output: calls['site/overview'].response.pick({
      sid: true,
      siteName: true,
      timezone: true,
      powerMax: true,
      statusTitle: true,
      isNight: true,
      isAsleep: true,
      sunriseIso: true,
      lastUpdateIso: true,
      reporting: true,
      deviceCount: true,
      statisticsProduction: true,
      provenance: true,
      energy: true,
      balance: true,
      alert: true,
      problems: true,
      worth: true,
      peak: true,
      record: true,
      recordPeak: true,
    }),
    body: ({ plant }) => ({ sid: plant }),
  }),
  tool('site/report', {
    name: 'plant_report',
    title: 'A plant over some days',
    description:
      'What a plant did over at most 3,660 days: production (kWh) with its provenance, beside what a clear sky would have given and the year before, performance ratio, availability, alerts, balance, money, by day (up to 62 days) or month, and by device. Days that are not over are marked by isRunning and until.',
    input: { plant, from, to },
    output: calls['site/report'].response.omit({ address: true }),
    body: ({ plant, from, to }) => ({ sid: plant, from, to }),
  }),
  tool('site/statistics/echarts', {
    name: 'plant_power',
    title: 'Power of a day',
    description:
      'Mean power (W) of each slot of one day of a plant: production and, where meters measure it, consumption, grid and battery. null is a gap. expected is what a clear sky would have given, peak the highest power.',
    input: {
      plant,
      date: day.describe('The day, YYYY-MM-DD.'),
      minutes: z.number().int().min(5).max(60).default(15).describe('Minutes of a slot.'),
    },
    output: calls['site/statistics/echarts'].response.pick({
      xAxisIso: true,
      series: true,
      sun: true,
      peak: true,
      expected: true,
      finestMin: true,
    }),
    body: ({ plant, date, minutes }) => ({
      sid: plant,
      types: 1,
      date,
      minInterval: minutes,
      withFlows: true,
      withExpected: true,
    }),
  }),
  tool('device/list', {
    name: 'list_devices',
    title: 'Devices',
    description:
      'Devices of a plant, or of all: what they are, whether they report, power now (W; of a meter what it measures, of a battery what flows through it; believe it only while isLive), energy of today and in all (kWh), charge of batteries in percent.',
    input: { plant: plant.optional(), keywords, size, num },
    output: z.object({ list: z.array(deviceRow), total: z.number().int() }),
    body: ({ plant, keywords, size, num }) => ({ page: { size, num }, filters: { sid: plant, keywords } }),
  }),
  tool('problem/list', {
    name: 'list_problems',
    title: 'Open problems',
    description:
      'Open problems of a plant, or of all plants, the most severe and most expensive first: what it concerns, cause and advice, since when, energy (kWh) and money lost so far and per week with how it was estimated, who can end it, and whether somebody has acknowledged it. doubtful names figures that are wrong while it lasts.',
    input: { plant: plant.optional(), keywords, size, num },
    output: z.object({ list: z.array(problemRow), total: z.number().int() }),
    body: ({ plant, keywords, size, num }) => ({ sid: plant, page: { size, num }, filters: { keywords } }),
  }),
  tool('device/alerts', {
    name: 'list_alerts',
    title: 'Alerts',
    description:
      "Events of a plant's devices, or of all plants (ended ones of the last 31 days): the device's own code with its title and explanation, when it began and ended, how long it lasted (s), whether it is open, acknowledged or closed, and the note.",
    input: {
      plant: plant.optional(),
      device: sn.optional().describe('Of this serial number alone.'),
      state: z.enum(ALERT_STATES).optional(),
      from: from.optional(),
      to: to.optional(),
      size,
      num,
    },
    output: calls['device/alerts'].response.omit({ mayAcknowledge: true }),
    body: ({ plant, device, state, from, to, size, num }) => ({
      sid: plant,
      sn: device,
      page: { size, num },
      filters: { state, start_date: from, end_date: to },
    }),
  }),
  tool('device/history', {
    name: 'device_history',
    title: 'Samples of a device',
    description:
      'Samples of a device as they were measured, the newest first, with its status: over at most 366 days of its plant; the values stand in the order of the columns, which say the unit.',
    input: { device: sn.describe('Serial number.'), from, to, size: rows(200), num },
    output: calls['device/history'].response,
    body: ({ device, from, to, size, num }) => ({ sn: device, start: from, end: to, page: { size, num } }),
  }),
];
