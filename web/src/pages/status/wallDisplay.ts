// Wall display of a public page: full screen without scrolling, dark while the sun is down, and moved by a few pixels every minute, so that nothing burns into the screen.
import { type CSSProperties, useCallback, useEffect, useState } from 'react';

/** Part of the fragment that starts the display, so that a browser in kiosk mode can open it directly. */
const FLAG = 'wall';
const MINUTE_MS = 60_000;
/** Positions of the page: points of a circle, one after the other. */
const RADIUS_PX = 6;
const POSITIONS = 12;
/** How long the pointer and the button stay visible after a touch or a movement. */
const VISIBLE_MS = 4000;

export interface WallDisplay {
  isOn: boolean;
  /** Whether the pointer and the button to leave are shown. */
  isTouched: boolean;
  toggle: () => void;
  style: CSSProperties | undefined;
}

const fragment = () => new URLSearchParams(location.hash.slice(1));

/** `isDark`: undefined until the plant has been read. */
export function useWallDisplay(isDark: boolean | undefined): WallDisplay {
  const [isOn, setIsOn] = useState(() => fragment().has(FLAG));
  const turn = useCallback((on: boolean) => {
    setIsOn(on);
    const parts = fragment();
    if (on) parts.set(FLAG, '1');
    else parts.delete(FLAG);
    history.replaceState(history.state, '', `#${parts}`);
    // Browsers without full screen, such as those of telephones, show the display in their window.
    if (on) void document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, []);
  useEffect(() => {
    if (!isOn) return;
    const leave = () => {
      if (!document.fullscreenElement) turn(false);
    };
    const leaveByKey = ({ key }: KeyboardEvent) => key === 'Escape' && turn(false);
    document.addEventListener('fullscreenchange', leave);
    document.addEventListener('keydown', leaveByKey);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      document.removeEventListener('keydown', leaveByKey);
    };
  }, [isOn, turn]);
  useScheme(isOn ? isDark : undefined);
  useWakeLock(isOn);
  return { isOn, isTouched: useTouched(isOn), toggle: () => turn(!isOn), style: usePosition(isOn) };
}

/** Draws the page in this scheme until it changes, without storing it as the reader's choice. */
function useScheme(isDark: boolean | undefined): void {
  useEffect(() => {
    if (isDark === undefined) return;
    const attribute = 'data-mantine-color-scheme';
    const before = document.documentElement.getAttribute(attribute) ?? 'light';
    document.documentElement.setAttribute(attribute, isDark ? 'dark' : 'light');
    return () => document.documentElement.setAttribute(attribute, before);
  }, [isDark]);
}

/** Keeps the screen on. A browser ends the lock when the page is hidden. */
function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let lock: WakeLockSentinel | undefined;
    let hasEnded = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (hasEnded) void lock?.release();
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      hasEnded = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [isOn]);
}

function useTouched(isOn: boolean): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      clearTimeout(timer);
      setIsTouched(true);
      timer = setTimeout(() => setIsTouched(false), VISIBLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'focusin'];
    for (const event of events) document.addEventListener(event, touch);
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, touch);
    };
  }, [isOn]);
  return isTouched;
}

function usePosition(isOn: boolean): CSSProperties | undefined {
  const [minute, setMinute] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setMinute((before) => before + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  if (!isOn) return undefined;
  const angle = (2 * Math.PI * minute) / POSITIONS;
  return {
    transform: `translate(${Math.round(RADIUS_PX * Math.cos(angle))}px, ${Math.round(RADIUS_PX * Math.sin(angle))}px)`,
  };
}
