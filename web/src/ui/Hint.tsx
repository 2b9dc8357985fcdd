// Tooltip of an icon button, on hover and focus; the accessible name is set on the button itself.
// The library's tooltip would load its whole floating-position code, which no page needs for its first render.
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import classes from './ui.module.css';

export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const hideByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setShown(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the interactive element is inside
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
