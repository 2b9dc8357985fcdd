// A link that is seen only with the focus, and moves it to where work on the page begins.
import { focusContent } from './focus.ts';
import classes from './ui.module.css';

export function SkipLink({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to a part of the page, which may be there later than the link
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
