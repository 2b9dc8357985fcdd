// Brings back where one was in a list, when its rows come later than the page: the router restores only what is there at once.
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

/** `id`: of the element that scrolls, as its `data-scroll-restoration-id`; cards scroll with the window. */
export function useReturn(id: string, areRowsThere: boolean): void {
  const inList = useElementScrollRestoration({ id });
  const inPage = useElementScrollRestoration({ getElement: () => window });
  const isDone = useRef(areRowsThere);
  useLayoutEffect(() => {
    if (isDone.current || !areRowsThere) return;
    isDone.current = true;
    const list = document.querySelector(`[data-scroll-restoration-id="${CSS.escape(id)}"]`);
    if (list && inList) list.scrollTo({ left: inList.scrollX, top: inList.scrollY });
    // Whoever has scrolled meanwhile is where they want to be.
    if (inPage && window.scrollY < inPage.scrollY) window.scrollTo({ top: inPage.scrollY });
  });
}
