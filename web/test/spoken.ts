// What the page gives screen readers to speak, in component tests.

/** Collects what the live region is given from now on; to call before the first page is opened. */
export function collectSpoken(): string[] {
  const spoken: string[] = [];
  const attach = Element.prototype.attachShadow;
  // The region is in a closed tree.
  Element.prototype.attachShadow = function attachWatched(options) {
    const tree = attach.call(this, options);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { nodeName, textContent } of addedNodes)
          if (nodeName === 'P' && textContent) spoken.push(textContent);
    }).observe(tree, { childList: true, subtree: true });
    return tree;
  };
  return spoken;
}
