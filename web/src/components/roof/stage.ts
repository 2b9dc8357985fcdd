// The canvas of a plan: its size and pixel ratio, zoom and pan, and redraws.
import { type Box, fitted, LEAST_SCALE, type Point, toPlan, type View } from './plan.ts';

export type Draw = (ctx: CanvasRenderingContext2D, stage: Stage) => void;

const MAX_SCALE = 160;

export class Stage {
  view: View = { scale: 20, x: 0, y: 0 };
  width = 0;
  height = 0;
  ratio = 1;
  /** Bounds of the content; null without content. */
  #bounds: Box | null = null;
  /** The view was not zoomed or panned, so it shows all content. */
  #isFitted = true;
  #canvas: HTMLCanvasElement | null = null;
  #ctx: CanvasRenderingContext2D | null = null;
  #watch: ResizeObserver | null = null;
  #frame = 0;
  #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  attach(canvas: HTMLCanvasElement): () => void {
    this.#canvas = canvas;
    this.#ctx = canvas.getContext('2d');
    this.#watch = new ResizeObserver(() => this.#measure());
    this.#watch.observe(canvas);
    canvas.addEventListener('wheel', this.#wheel, { passive: false });
    this.#measure();
    return () => {
      this.#watch?.disconnect();
      canvas.removeEventListener('wheel', this.#wheel);
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#canvas = null;
    };
  }

  set draw(draw: Draw) {
    this.#draw = draw;
    this.invalidate();
  }

  set bounds(bounds: Box | null) {
    this.#bounds = bounds;
    if (this.#isFitted) this.fit();
  }

  /** Schedules one draw for the next frame, however often it is called. */
  invalidate(): void {
    if (this.#frame === 0 && this.#canvas) this.#frame = requestAnimationFrame(() => this.paint());
  }

  paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const ctx = this.#ctx;
    if (!ctx || this.width === 0) return;
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.width, this.height);
    this.#draw(ctx, this);
  }

  fit(): void {
    this.#isFitted = true;
    const box = this.#bounds;
    if (box && this.width > 0) {
      this.view = fitted(box, this.width, this.height);
    }
    this.invalidate();
  }

  /** Zooms about a point of the canvas, by default its middle. */
  zoomBy(factor: number, about: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const scale = Math.min(MAX_SCALE, Math.max(LEAST_SCALE, this.view.scale * factor));
    const fixed = toPlan(this.view, about);
    this.#isFitted = false;
    this.view = { scale, x: about.x - fixed.x * scale, y: about.y - fixed.y * scale };
    this.invalidate();
  }

  panBy(x: number, y: number): void {
    this.#isFitted = false;
    this.view = { ...this.view, x: this.view.x + x, y: this.view.y + y };
    this.invalidate();
  }

  /** Pans as little as needed to show a point of the plan. */
  reveal(point: Point): void {
    const { scale, x, y } = this.view;
    const [left, top] = [point.x * scale + x, point.y * scale + y];
    const shiftFor = (at: number, size: number) => (at < 24 ? 24 - at : at > size - 24 ? size - 24 - at : 0);
    const [dx, dy] = [shiftFor(left, this.width), shiftFor(top, this.height)];
    if (dx !== 0 || dy !== 0) this.panBy(dx, dy);
  }

  /** Converts a position on the page to pixels of the canvas. */
  pointAt({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const canvas = this.#canvas;
    if (!canvas) return { x: 0, y: 0 };
    const { left, top } = canvas.getBoundingClientRect();
    // Inside the border.
    return { x: clientX - left - canvas.clientLeft, y: clientY - top - canvas.clientTop };
  }

  planAt(event: { clientX: number; clientY: number }): Point {
    return toPlan(this.view, this.pointAt(event));
  }

  #measure(): void {
    const canvas = this.#canvas;
    if (!canvas) return;
    const { clientWidth, clientHeight } = canvas;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (clientWidth === this.width && clientHeight === this.height && ratio === this.ratio && canvas.width > 0) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.ratio = ratio;
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    if (this.#isFitted) this.fit();
    // Painted at once, because resizing clears a canvas.
    this.paint();
  }

  /** Zooms with Ctrl or a pinch on the touch pad, which browsers report as Ctrl; without it the page scrolls. */
  #wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY * 0.01), this.pointAt(event));
  };
}
