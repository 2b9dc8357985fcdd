// Follows a pressed pointer on the whole window until it is released, cancelled or ended by Escape.

interface Handlers {
  /** Called for each movement once the pointer has moved more than a few pixels. */
  onMove: (event: PointerEvent) => void;
  /** Called after `onEnd`, when the pointer was released. */
  onDrop: (event: PointerEvent, isMoved: boolean) => void;
  onEnd: () => void;
}

/** Smaller movements count as a press. */
const DRAG_THRESHOLD_PX = 4;

/** Returns a function that ends the drag early. */
export function followPointer(
  start: { clientX: number; clientY: number },
  { onMove, onDrop, onEnd }: Handlers,
): () => void {
  let isMoved = false;
  const move = (event: PointerEvent) => {
    isMoved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= DRAG_THRESHOLD_PX;
    if (isMoved) onMove(event);
  };
  const up = (event: PointerEvent) => {
    end();
    if (event.type === 'pointerup') onDrop(event, isMoved);
  };
  const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && end();
  const end = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', up);
    window.removeEventListener('keydown', onEscape);
    onEnd();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  window.addEventListener('keydown', onEscape);
  return end;
}
