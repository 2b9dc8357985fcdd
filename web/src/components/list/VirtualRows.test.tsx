// A table of many rows starts at its scroll position, also when it was scrolled while rendering.
import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import VirtualRows from './VirtualRows.tsx';

const ROW_PX = 40;

/** Returns a scroller of ten rows' height; jsdom has no layout. */
function scrollerOf(scrollTop: number): HTMLElement {
  const scroller = document.createElement('div');
  Object.defineProperties(scroller, {
    offsetHeight: { value: 10 * ROW_PX },
    offsetWidth: { value: 800 },
    clientHeight: { value: 10 * ROW_PX },
    scrollHeight: { value: 35_000 * ROW_PX },
  });
  scroller.scrollTo = (to?: ScrollToOptions | number) => {
    if (typeof to === 'object') scroller.scrollTop = to.top ?? scroller.scrollTop;
  };
  scroller.scrollTop = scrollTop;
  return scroller;
}

/** Runs an effect just before the rows read their position. */
function Before({ effect }: { effect: () => void }) {
  useLayoutEffect(effect, [effect]);
  return null;
}

function renderedRows(scroller: HTMLElement, before: () => void): number[] {
  const { container } = render(
    <>
      <Before effect={before} />
      <VirtualRows
        scroller={scroller}
        count={35_000}
        rowPx={ROW_PX}
        span={1}
        render={(index) => (
          <tr key={index}>
            <td>{index}</td>
          </tr>
        )}
      />
    </>,
    { container: document.createElement('table').appendChild(document.createElement('tbody')) },
  );
  return [...container.querySelectorAll('tr:not([aria-hidden]) td')].map((cell) => Number(cell.textContent));
}

test('the table starts at a restored scroll position', () => {
  const scroller = scrollerOf(1000 * ROW_PX);
  const rows = renderedRows(scroller, () => {});
  expect(scroller.scrollTop).toBe(1000 * ROW_PX);
  expect(rows).toContain(1005);
  expect(rows).not.toContain(0);
});

test('a scroll between the rendering and the first position read is retained', () => {
  const scroller = scrollerOf(0);
  const rows = renderedRows(scroller, () => {
    scroller.scrollTop = 1000 * ROW_PX;
  });
  expect(scroller.scrollTop).toBe(1000 * ROW_PX);
  expect(rows).toContain(1005);
  expect(rows).not.toContain(0);
});
