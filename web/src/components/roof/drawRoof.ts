// Draws zones and their modules on a canvas, fast enough for a thousand modules per frame.
import { PANEL } from '@heliograph/contract/layout.ts';
import { FONT } from '../chart/ink.ts';
import { sizeOf, type View, type Zone } from './plan.ts';
import { PLATE, RAMP } from './ramp.ts';

/** Appearance of modules, by their index in the list of modules. */
export interface Looks {
  /** Level of the colour ramp, or NO_DATA, NO_POWER or PLAIN. */
  level: Int8Array;
  /** Mark of the problem of the module or its device: 1 a warning, 2 a fault, 0 none. */
  problem: Uint8Array;
  /** Texts on the modules; null for none. */
  texts: readonly string[] | null;
}
export const NO_DATA = -1;
export const NO_POWER = -2;
/** Shows the position of a module, not its power. */
export const PLAIN = -3;

export interface Inks {
  text: string;
  muted: string;
  borderStrong: string;
  surface: string;
  accent: string;
  warning: string;
  fault: string;
}

/** A zone with the indexes of its modules, built once for many frames. */
export interface DrawnZone {
  zone: Zone;
  name: string;
  cells: readonly { row: number; column: number; index: number }[];
}

/** A rectangle in pixels of a zone. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Minimum width of a module for readable text. */
const READABLE_PX = 24;
const TEXT_PX = 11;
/** Metres between two panels. */
const GAP_M = 0.05;
const gapOf = (scale: number): number => Math.min(GAP_M * scale, 2);

let hatch: { ink: string; pattern: CanvasPattern | null } | undefined;
/** Returns the hatch pattern for modules without data; rebuilt when light and dark change. */
function hatchOf(ctx: CanvasRenderingContext2D, { borderStrong, surface }: Inks): CanvasPattern | null {
  const ink = `${borderStrong} ${surface}`;
  if (hatch?.ink === ink) return hatch.pattern;
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [8, 8];
  const tileCtx = tile.getContext('2d')!;
  tileCtx.fillStyle = surface;
  tileCtx.fillRect(0, 0, 8, 8);
  tileCtx.strokeStyle = borderStrong;
  tileCtx.lineWidth = 1.5;
  tileCtx.beginPath();
  for (const from of [-8, 0, 8]) {
    tileCtx.moveTo(from, 8);
    tileCtx.lineTo(from + 8, 0);
  }
  tileCtx.stroke();
  hatch = { ink, pattern: ctx.createPattern(tile, 'repeat') };
  return hatch.pattern;
}

/** Sets the transform to pixels of the zone, whose corner is 0, 0. */
function enterZone(ctx: CanvasRenderingContext2D, zone: Zone, view: View, ratio: number): void {
  const angle = (zone.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
  ctx.setTransform(cos, sin, -sin, cos, ratio * (view.x + zone.x * view.scale), ratio * (view.y + zone.y * view.scale));
}

/** Draws zones. `ratio`: device pixels per CSS pixel. */
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

/** Draws the lines between cells, because the colour of noon is close to that of the page, and the zone's name above. */
function drawFrame(ctx: CanvasRenderingContext2D, { zone, name }: DrawnZone, { scale }: View, inks: Inks): void {
  const { width, height } = sizeOf(zone);
  const panel = PANEL[zone.orientation];
  // In the middle of the gaps, and around the zone.
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
  const { level, problem, texts } = looks;
  const hasText = texts !== null && stepX >= READABLE_PX && stepY >= TEXT_PX + 4;
  if (hasText) {
    ctx.font = `500 ${TEXT_PX}px ${FONT}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
  }
  let previousLevel = Number.NaN;
  for (const { row, column, index } of drawn.cells) {
    const [x, y] = [(column - 1) * stepX + gap / 2, (row - 1) * stepY + gap / 2];
    const moduleLevel = level[index]!;
    if (moduleLevel !== previousLevel) {
      ctx.fillStyle = fillOf(ctx, moduleLevel, inks);
      previousLevel = moduleLevel;
    }
    // Translucent, because modules are placed on the photo below.
    if (moduleLevel === PLAIN) ctx.globalAlpha = 0.72;
    ctx.fillRect(x, y, width, height);
    ctx.globalAlpha = 1;
    if (moduleLevel === NO_POWER) drawCross(ctx, x, y, width, height);
    else if (moduleLevel < 0) outline(ctx, x, y, width, height, inks.borderStrong, 1);
    if (problem[index]! > 0) drawProblem(ctx, { x, y, width, height }, problem[index]!, inks);
    if (hasText && (moduleLevel >= 0 || moduleLevel === PLAIN)) {
      drawText(ctx, texts[index]!, { x: x + width / 2, y: y + height / 2, width, height }, moduleLevel, inks);
      previousLevel = Number.NaN;
    }
  }
}

/**
 * Draws a value on a plate, whose contrast is the same on every colour, or a name. A name that is too long has its last word,
 * the input, on a second line where there is room, so that the serial number keeps its end.
 */
function drawText(
  ctx: CanvasRenderingContext2D,
  text: string,
  { x, y, width, height }: Box,
  level: number,
  inks: Inks,
): void {
  const line = TEXT_PX + 2;
  if (level !== PLAIN) {
    const shown = shorten(text, width);
    if (shown === '') return;
    const plate = Math.min(width, shown.length * TEXT_PX * 0.62 + 8);
    ctx.fillStyle = PLATE.fill;
    ctx.beginPath();
    ctx.roundRect(x - plate / 2, y - line / 2 - 1, plate, line + 2, 3);
    ctx.fill();
    ctx.fillStyle = PLATE.ink;
    ctx.fillText(shown, x, y);
    return;
  }
  ctx.fillStyle = inks.text;
  const last = text.lastIndexOf(' ');
  if (last < 0 || height < 2 * line + 4 || shorten(text, width) === text) {
    ctx.fillText(shorten(text, width), x, y);
    return;
  }
  ctx.fillText(shorten(text.slice(0, last), width), x, y - line / 2);
  ctx.fillText(shorten(text.slice(last + 1), width), x, y + line / 2);
}

/** Shortens a text at its beginning, because serial numbers differ at their end. */
function shorten(text: string, width: number): string {
  const maxLength = Math.floor((width - 2) / (TEXT_PX * 0.66));
  if (text.length <= maxLength) return text;
  return maxLength < 4 ? '' : `…${text.slice(1 - maxLength)}`;
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

/** Largest radius of a badge. */
const BADGE_PX = 8;

/** Draws a frame, solid for a fault and dashed for a warning, and a badge for users who cannot see its colour; both stand out on every colour of the ramp. */
function drawProblem(ctx: CanvasRenderingContext2D, box: Box, mark: number, inks: Inks): void {
  const { x, y, width, height } = box;
  const ink = mark === 2 ? inks.fault : inks.warning;
  const line = Math.min(3, width / 4);
  const fill = ctx.fillStyle;
  outline(ctx, x, y, width, height, inks.surface, line + 1.5);
  if (mark === 1) ctx.setLineDash([6, 3]);
  outline(ctx, x, y, width, height, ink, line);
  ctx.setLineDash([]);
  const radius = Math.min(BADGE_PX, width * 0.3, height * 0.3);
  const [middleX, middleY] = [x + width - radius - line / 2, y + radius + line / 2];
  ctx.fillStyle = ink;
  ctx.strokeStyle = inks.surface;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(middleX, middleY, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  if (radius >= 5) {
    // An exclamation mark.
    const bar = radius * 0.28;
    ctx.fillStyle = inks.surface;
    ctx.fillRect(middleX - bar / 2, middleY - radius * 0.62, bar, radius * 0.72);
    ctx.fillRect(middleX - bar / 2, middleY + radius * 0.3, bar, bar);
  }
  ctx.fillStyle = fill;
}

/** Outlines cells of a zone, for a selection. */
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

/** Outlines a whole zone. */
export function drawZoneMark(ctx: CanvasRenderingContext2D, zone: Zone, view: View, ratio: number, ink: string): void {
  const { width, height } = sizeOf(zone);
  enterZone(ctx, zone, view, ratio);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(-3, -3, width * view.scale + 6, height * view.scale + 6);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
}
