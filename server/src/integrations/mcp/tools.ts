// Tools of the MCP server, each based on a v2 call.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { day, sid, sn } from '@heliograph/contract/entities/parts.ts';
import { ALERT_STATES } from '@heliograph/contract/events.ts';
import { z } from 'zod';
import type { ReadPath } from '../../http/internalCalls.ts';
import { alerts, deviceHistory, devices, plantNow, plantPower, plantReport, plants, problems } from './answers.ts';

export const INSTRUCTIONS =
  'This portal monitors photovoltaic plants and their devices; these tools read what the owner of the token may see and change nothing. ' +
  "Each field's name ends in its unit; money is in the plant's currency. Days are those of the plant's own time zone, times are ISO 8601. " +
  'null means "not known" and is never zero. source says how an energy was obtained: counted by the device, integrated from its power, imported, mixed, or none; completeness is the part (0 to 1) of the time that it covers. Say so when it is below 1, and when a figure is listed as doubtful. ' +
  'Of flows, power from the grid and out of a battery is positive.';

interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  path: ReadPath;
  body: (input: Record<string, unknown>) => Request<ReadPath>;
  /** Selects and renames the fields of the call's answer. */
  answer: (data: unknown) => object;
}

/** Defines a tool with matching types of input, call and answer, and erases them for the list. */
function tool<P extends ReadPath, Input extends z.ZodRawShape>(
  path: P,
  definition: {
    name: string;
    title: string;
    description: string;
    input: Input;
    body: (input: z.output<z.ZodObject<Input>>) => Request<P>;
    answer: (data: Response<P>) => object;
  },
): Tool {
  return {
    ...definition,
    path,
    input: z.strictObject(definition.input),
    body: definition.body as unknown as Tool['body'],
    answer: definition.answer as Tool['answer'],
  };
}

const plant = sid.describe('The sid of the plant, from list_plants.');
const rows = (max: number) => z.number().int().min(1).max(max).default(20).describe('Rows of a page.');
const size = rows(50);
const num = z.number().int().min(0).max(1_000_000).default(0).describe('Which page, from 0.');
const keywords = z.string().max(200).optional().describe('Words to look for, in names, places and serial numbers.');
const from = day.describe('First day, YYYY-MM-DD.');
const to = day.describe('Last day, YYYY-MM-DD, included.');

export const TOOLS: readonly Tool[] = [
  tool('site/listWithSN', {
    name: 'list_plants',
    title: 'Plants',
    description:
      'The plants with power now (null while nothing reports), energy of today and of all time, devices that report, state of charge, and the worst open problem with its cost.',
    input: { keywords, size, num },
    body: ({ size, num, keywords }) => ({ page: { size, num }, filters: { keywords } }),
    answer: plants,
  }),
  tool('site/overview', {
    name: 'plant_now',
    title: 'A plant now',
    description:
      'A plant now: energy and money of today, yesterday, month, year and all time; power of modules, home, grid, battery and generator; the energy balance where meters measure it; open problems with cause, advice and cost; highest power and best day.',
    input: { plant },
    body: ({ plant }) => ({ sid: plant }),
    answer: plantNow,
  }),
  tool('site/report', {
    name: 'plant_report',
    title: 'A plant over some days',
    description:
      'A plant over at most 3,660 days: production compared with a clear sky and the year before, performance ratio, availability, problems, balance and money, by day (up to 62 days) or month, and by device. isOver is false while the period lasts.',
    input: { plant, from, to },
    body: ({ plant, from, to }) => ({ sid: plant, from, to }),
    answer: plantReport,
  }),
  tool('site/statistics/echarts', {
    name: 'plant_power',
    title: 'Power of a day',
    description:
      'Mean power of each slot of one day of a plant: production and, where meters measure it, consumption, grid and battery; null is a gap. With the power under a clear sky and the highest power.',
    input: {
      plant,
      date: day.describe('The day, YYYY-MM-DD.'),
      minutes: z.number().int().min(5).max(60).default(15).describe('Minutes of a slot.'),
    },
    body: ({ plant, date, minutes }) => ({
      sid: plant,
      types: 1,
      date,
      minInterval: minutes,
      withFlows: true,
      withExpected: true,
    }),
    answer: plantPower,
  }),
  tool('device/list', {
    name: 'list_devices',
    title: 'Devices',
    description:
      'Devices of a plant, or of all: kind, wiring of a meter (null: not entered), model, status, power now (of a meter what it measures, of a battery what flows through it; null while it is not live), energy of today and of all time, state of charge, worst open problem.',
    input: { plant: plant.optional(), keywords, size, num },
    body: ({ plant, keywords, size, num }) => ({ page: { size, num }, filters: { sid: plant, keywords } }),
    answer: devices,
  }),
  tool('problem/list', {
    name: 'list_problems',
    title: 'Open problems',
    description:
      'Open problems of a plant, or of all plants, the most severe and most expensive first: device, cause and advice, since when, energy and money lost so far and per week with how they were estimated, who can act, and whether somebody has acknowledged it. doubtfulFigures are wrong while it lasts.',
    input: { plant: plant.optional(), keywords, size, num },
    body: ({ plant, keywords, size, num }) => ({ sid: plant, page: { size, num }, filters: { keywords } }),
    answer: problems,
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
    body: ({ plant, device, state, from, to, size, num }) => ({
      sid: plant,
      sn: device,
      page: { size, num },
      filters: { state, start_date: from, end_date: to },
    }),
    answer: alerts,
  }),
  tool('device/history', {
    name: 'device_history',
    title: 'Samples of a device',
    description:
      'Samples of a device as measured, the newest first, over at most 366 days: values in the order of columns, which name quantity and unit.',
    input: { device: sn.describe('Serial number.'), from, to, size: rows(200), num },
    body: ({ device, from, to, size, num }) => ({ sn: device, start: from, end: to, page: { size, num } }),
    answer: deviceHistory,
  }),
];
