// The words of a button that only shows an icon, while it is pointed at or focused; its name for screen readers is its own.
// The library's tooltip would bring everything that places floating things, which no page needs to be shown.
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import classes from './ui.module.css';

export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const hideByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setShown(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be pressed is inside
    <span
      className={classes.hint}
      onPointerEnter={({ pointerType }) => setShown(pointerType === 'mouse')}
      onPointerLeave={() => setShown(false)}
      onFocus={({ target }) => setShown(target.matches(':focus-visible'))}
      onBlur={() => setShown(false)}
      onClick={() => setShown(false)}
      onKeyDown={hideByKey}
    >
      {children}
      {isShown && (
        <span className={classes.hintText} aria-hidden>
          {text}
        </span>
      )}
    </span>
  );
}
