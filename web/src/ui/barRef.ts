// Bars fixed to the foot of the window: `scroll-padding` leaves room for their height (base.css).

/**
 * Returns the ref of a bar, which sets the variable to its height. A low window has no room for it: there it stays where
 * the page has it.
 */
export const barRef = (variable: '--bottom-bar' | '--form-bar') => (bar: HTMLElement | null) => {
  if (!bar) return;
  const { style } = document.documentElement;
  bar.dataset.bar = '';
  const watch = new ResizeObserver(() => style.setProperty(variable, `${bar.offsetHeight}px`));
  watch.observe(bar);
  return () => {
    watch.disconnect();
    style.removeProperty(variable);
  };
};

export const formBar = barRef('--form-bar');
