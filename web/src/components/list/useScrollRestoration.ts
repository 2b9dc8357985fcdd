// Restores the scroll position of a list whose rows are loaded after the page: the router restores only content that is rendered at once.
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

/** `id`: the `data-scroll-restoration-id` of the scrolling element; cards scroll with the window. */
export function useScrollRestoration(id: string, hasRows: boolean): void {
  const inList = useElementScrollRestoration({ id });
  const inPage = useElementScrollRestoration({ getElement: () => window });
  const isDone = useRef(hasRows);
  useLayoutEffect(() => {
    if (isDone.current || !hasRows) return;
    isDone.current = true;
    const list = document.querySelector(`[data-scroll-restoration-id="${CSS.escape(id)}"]`);
    if (list && inList) list.scrollTo({ left: inList.scrollX, top: inList.scrollY });
    // A page that was scrolled further meanwhile stays where it is.
    if (inPage && window.scrollY < inPage.scrollY) window.scrollTo({ top: inPage.scrollY });
  });
}
