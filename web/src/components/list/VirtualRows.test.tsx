// A table of many rows begins where it stands, also when one scrolled while it was being drawn.
import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import VirtualRows from './VirtualRows.tsx';

const ROW_PX = 40;

/** A scroller of ten rows' height; jsdom measures nothing by itself. */
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

/** Something of the page that is there a moment before the rows look where they are. */
function Before({ happens }: { happens: () => void }) {
  useLayoutEffect(happens, [happens]);
  return null;
}

function drawn(scroller: HTMLElement, before: () => void): number[] {
  const { container } = render(
    <>
      <Before happens={before} />
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

test('a place that was scrolled to before is where it begins', () => {
  const scroller = scrollerOf(1000 * ROW_PX);
  const rows = drawn(scroller, () => {});
  expect(scroller.scrollTop).toBe(1000 * ROW_PX);
  expect(rows).toContain(1005);
  expect(rows).not.toContain(0);
});

test('who scrolls between its drawing and its first look at the place stays there', () => {
  const scroller = scrollerOf(0);
  const rows = drawn(scroller, () => {
    scroller.scrollTop = 1000 * ROW_PX;
  });
  expect(scroller.scrollTop).toBe(1000 * ROW_PX);
  expect(rows).toContain(1005);
  expect(rows).not.toContain(0);
});
