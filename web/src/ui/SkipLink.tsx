// Link that is visible only while focused; it moves the focus to where work on the page begins.
import { focusContent } from './focus.ts';
import classes from './ui.module.css';

export function SkipLink({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the target is found when the link is pressed, because it may be rendered later
    <a
      className={classes.skip}
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        focusContent();
      }}
    >
      {children}
    </a>
  );
}
