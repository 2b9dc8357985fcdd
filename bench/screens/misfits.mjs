// Finds texts that are cut in a page. Plain JavaScript, because it runs in the browser.

/** Runs in the page: returns the texts that are cut, and the width by which the page exceeds the window. */
export function misfits() {
  const root = document.documentElement;
  const wide = root.scrollWidth - root.clientWidth;
  const results = wide > 0 ? [`the page is ${wide} px too wide`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    for (let within = parent; within && within !== document.body; within = within.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(within);
      const { left, right, top, bottom, width, height } = within.getBoundingClientRect();
      // For screen readers only.
      if (clipPath !== 'none' || (width <= 1 && height <= 1)) break;
      // What scrolls can be read.
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) break;
      const isCutX = overflowX !== 'visible' && (box.right > right + 1 || box.left < left - 1);
      const isCutY = overflowY !== 'visible' && (box.bottom > bottom + 3 || box.top < top - 3);
      if (isCutX || isCutY) {
        results.push(`cut: "${text.slice(0, 60)}" in ${within.tagName.toLowerCase()}.${within.className}`);
        break;
      }
      if (position === 'fixed') {
        if (box.right > root.clientWidth + 1 || box.left < -1) results.push(`out of sight: "${text.slice(0, 60)}"`);
        break;
      }
    }
  }
  return results;
}
