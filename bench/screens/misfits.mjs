// Finds texts of a page that are cut, and words that are broken. Plain JavaScript, because it runs in the browser.

/** Runs in the page: returns the texts that are cut, and the width by which the page exceeds the window. */
export function misfits() {
  const root = document.documentElement;
  const wide = root.scrollWidth - root.clientWidth;
  const results = [];
  if (wide > 0) {
    // The innermost element that reaches furthest to the right.
    const widest = [...document.body.querySelectorAll('*')].reduce((most, each) =>
      each.getBoundingClientRect().right >= most.getBoundingClientRect().right ? each : most,
    );
    const text = (widest.textContent ?? '').slice(0, 60);
    results.push(`the page is ${wide} px too wide for ${widest.tagName.toLowerCase()}.${widest.className} "${text}"`);
  }
  // Addresses and keys may be cut where a title shows them whole.
  const DATA = /[@/\\_\d]|\p{L}[.:]\p{L}/u;
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
        const isTitled = parent.closest('[title]')?.getAttribute('title')?.includes(text);
        if (isTitled && DATA.test(text)) break;
        const how = isTitled ? 'cut, with a title' : 'cut';
        results.push(`${how}: "${text.slice(0, 60)}" in ${within.tagName.toLowerCase()}.${within.className}`);
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

/** Runs in the page: returns the words drawn over two lines, except after a hyphen and at a soft one. */
export function brokenWords() {
  // Words of scripts that put spaces between them; longer ones are keys.
  const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’]{3,}/gu;
  const LONGEST_WORD = 40;
  // Addresses, keys and serial numbers may break anywhere.
  const DATA = /[@/\\_\d]|\p{L}[.:]\p{L}/u;
  const results = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxOf = (node, from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    // Most texts have one line, and those for screen readers only have no width.
    if (range.getClientRects().length < 2 || parent.getBoundingClientRect().width <= 1) continue;
    for (const { 0: token, index } of node.data.matchAll(/\S+/g)) {
      if (DATA.test(token)) continue;
      for (const { 0: word, index: start } of token.matchAll(WORD)) {
        const from = index + start;
        const end = from + word.length;
        const isBroken = boxOf(node, end - 1, end).top >= boxOf(node, from, from + 1).bottom - 1;
        if (isBroken && word.length <= LONGEST_WORD)
          results.push(`broken: "${word}" of "${node.data.trim().slice(0, 60)}" in ${parent.tagName.toLowerCase()}`);
      }
    }
  }
  return results;
}
