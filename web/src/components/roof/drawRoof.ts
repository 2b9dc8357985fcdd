// Draws zones and their modules on a canvas: fast enough for a thousand of them in every frame.
import { PANEL } from '@heliograph/contract/layout.ts';
import { FONT } from '../chart/ink.ts';
import { sizeOf, type View, type Zone } from './plan.ts';
import { ON_RAMP, RAMP } from './ramp.ts';

/** What a module looks like, by its number in the list of modules. */
export interface Looks {
  /** Of the ramp; NO_DATA, NO_POWER or PLAIN. */
  level: Int8Array;
  /** 1: its device has a fault. */
  fault: Uint8Array;
  /** Written on them; null: nothing is. */
  texts: readonly string[] | null;
}
export const NO_DATA = -1;
export const NO_POWER = -2;
/** Where it lies is what matters, not what it gives. */
export const PLAIN = -3;

export interface Inks {
  text: string;
  muted: string;
  borderStrong: string;
  surface: string;
  accent: string;
  fault: string;
}

/** A zone with the numbers of its modules, made once for many frames. */
export interface DrawnZone {
  zone: Zone;
  name: string;
  cells: readonly { row: number; column: number; index: number }[];
}

/** Narrower than this nothing can be read on a module. */
const READABLE_PX = 24;
const TEXT_PX = 11;
/** Metres between two panels. */
const GAP_M = 0.05;
const gapOf = (scale: number): number => Math.min(GAP_M * scale, 2);

let hatch: { ink: string; pattern: CanvasPattern | null } | undefined;
/** Lines across for what tells nothing; remade with light and dark. */
function hatchOf(ctx: CanvasRenderingContext2D, { borderStrong, surface }: Inks): CanvasPattern | null {
  const ink = `${borderStrong} ${surface}`;
  if (hatch?.ink === ink) return hatch.pattern;
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [8, 8];
  const on = tile.getContext('2d')!;
  on.fillStyle = surface;
  on.fillRect(0, 0, 8, 8);
  on.strokeStyle = borderStrong;
  on.lineWidth = 1.5;
  on.beginPath();
  for (const from of [-8, 0, 8]) {
    on.moveTo(from, 8);
    on.lineTo(from + 8, 0);
  }
  on.stroke();
  hatch = { ink, pattern: ctx.createPattern(tile, 'repeat') };
  return hatch.pattern;
}

/** From here on pixels of the zone: its corner is 0, 0. */
function enterZone(ctx: CanvasRenderingContext2D, zone: Zone, view: View, ratio: number): void {
  const angle = (zone.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
  ctx.setTransform(cos, sin, -sin, cos, ratio * (view.x + zone.x * view.scale), ratio * (view.y + zone.y * view.scale));
}

/** `ratio`: pixels of the device for one of the page. */
export function drawZones(
  ctx: CanvasRenderingContext2D,
  zones: readonly DrawnZone[],
  looks: Looks,
  view: View,
  inks: Inks,
  ratio: number,
): void {
  for (const drawn of zones) {
    enterZone(ctx, drawn.zone, view, ratio);
    drawFrame(ctx, drawn, view, inks);
    drawModules(ctx, drawn, looks, view, inks);
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** The lines between its places, as noon's colour is nearly that of the page, and its name above. */
function drawFrame(ctx: CanvasRenderingContext2D, { zone, name }: DrawnZone, { scale }: View, inks: Inks): void {
  const { width, height } = sizeOf(zone);
  const panel = PANEL[zone.orientation];
  // In the middle of the gaps, and around all.
  ctx.strokeStyle = inks.borderStrong;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let row = 0; row <= zone.rows; row++) {
    ctx.moveTo(0, row * panel.height * scale);
    ctx.lineTo(width * scale, row * panel.height * scale);
  }
  for (let column = 0; column <= zone.columns; column++) {
    ctx.moveTo(column * panel.width * scale, 0);
    ctx.lineTo(column * panel.width * scale, height * scale);
  }
  ctx.stroke();
  if (scale < 4) return;
  ctx.font = `600 12px ${FONT}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = inks.text;
  ctx.fillText(name, 1, -6);
}

function drawModules(ctx: CanvasRenderingContext2D, drawn: DrawnZone, looks: Looks, view: View, inks: Inks): void {
  const { scale } = view;
  const panel = PANEL[drawn.zone.orientation];
  const [stepX, stepY] = [panel.width * scale, panel.height * scale];
  const gap = gapOf(scale);
  const [width, height] = [stepX - gap, stepY - gap];
  const { level, fault, texts } = looks;
  const writes = texts !== null && stepX >= READABLE_PX && stepY >= TEXT_PX + 4;
  if (writes) {
    ctx.font = `500 ${TEXT_PX}px ${FONT}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
  }
  let before = Number.NaN;
  for (const { row, column, index } of drawn.cells) {
    const [x, y] = [(column - 1) * stepX + gap / 2, (row - 1) * stepY + gap / 2];
    const own = level[index]!;
    if (own !== before) {
      ctx.fillStyle = fillOf(ctx, own, inks);
      before = own;
    }
    // What lies below shines through: one lays them by it.
    if (own === PLAIN) ctx.globalAlpha = 0.72;
    ctx.fillRect(x, y, width, height);
    ctx.globalAlpha = 1;
    if (own === NO_POWER) drawCross(ctx, x, y, width, height);
    else if (own < 0) outline(ctx, x, y, width, height, inks.borderStrong, 1);
    if (fault[index] === 1) drawFault(ctx, x, y, width, height, inks);
    if (writes && (own >= 0 || own === PLAIN)) {
      ctx.fillStyle = ON_RAMP[own] ?? inks.text;
      drawText(ctx, texts[index]!, { x: x + width / 2, y: y + height / 2, width, height });
      before = Number.NaN;
    }
  }
}

/** What is too long for a line has its last word, an input, on one of its own where there is room: the number keeps its end. */
function drawText(
  ctx: CanvasRenderingContext2D,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const last = text.lastIndexOf(' ');
  const line = TEXT_PX + 2;
  if (last < 0 || height < 2 * line + 4 || fitted(text, width) === text) {
    ctx.fillText(fitted(text, width), x, y);
    return;
  }
  ctx.fillText(fitted(text.slice(0, last), width), x, y - line / 2);
  ctx.fillText(fitted(text.slice(last + 1), width), x, y + line / 2);
}

/** Numbers differ at their end. */
function fitted(text: string, width: number): string {
  const fits = Math.floor((width - 2) / (TEXT_PX * 0.66));
  if (text.length <= fits) return text;
  return fits < 4 ? '' : `…${text.slice(1 - fits)}`;
}

function fillOf(ctx: CanvasRenderingContext2D, level: number, inks: Inks): string | CanvasPattern {
  if (level === PLAIN) return inks.surface;
  if (level === NO_POWER) return '#000000';
  return level === NO_DATA ? (hatchOf(ctx, inks) ?? inks.borderStrong) : RAMP[level]!;
}

function drawCross(ctx: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  const inset = Math.min(width, height) * 0.28;
  ctx.strokeStyle = '#9da9b5';
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  ctx.beginPath();
  ctx.moveTo(x + inset, y + inset);
  ctx.lineTo(x + width - inset, y + height - inset);
  ctx.moveTo(x + width - inset, y + inset);
  ctx.lineTo(x + inset, y + height - inset);
  ctx.stroke();
}

function outline(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  ink: string,
  line: number,
): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = line;
  ctx.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
}

/** An outline, and a corner for who sees no red. */
function drawFault(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  inks: Inks,
): void {
  outline(ctx, x, y, width, height, inks.fault, Math.min(2.5, width / 4));
  const corner = Math.min(10, width * 0.45, height * 0.45);
  const fill = ctx.fillStyle;
  ctx.fillStyle = inks.fault;
  ctx.beginPath();
  ctx.moveTo(x + width - corner, y);
  ctx.lineTo(x + width, y);
  ctx.lineTo(x + width, y + corner);
  ctx.fill();
  ctx.fillStyle = fill;
}

/** Around places of a zone, for what is chosen. */
export function drawMarks(
  ctx: CanvasRenderingContext2D,
  zone: Zone,
  places: readonly { row: number; column: number }[],
  view: View,
  ratio: number,
  { ink, width, dash = [] }: { ink: string; width: number; dash?: number[] },
): void {
  const panel = PANEL[zone.orientation];
  enterZone(ctx, zone, view, ratio);
  ctx.strokeStyle = ink;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  for (const { row, column } of places) {
    const [x, y] = [(column - 1) * panel.width * view.scale, (row - 1) * panel.height * view.scale];
    ctx.strokeRect(x, y, panel.width * view.scale, panel.height * view.scale);
  }
  ctx.setLineDash([]);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** Around a whole zone. */
export function drawZoneMark(ctx: CanvasRenderingContext2D, zone: Zone, view: View, ratio: number, ink: string): void {
  const { width, height } = sizeOf(zone);
  enterZone(ctx, zone, view, ratio);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(-3, -3, width * view.scale + 6, height * view.scale + 6);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
}
