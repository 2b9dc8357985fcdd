// The structure of a PDF that screen readers follow: everything drawn belongs to an element of it or is an artifact.

export type TextTag = 'H1' | 'H2' | 'P' | 'TH' | 'TD';
/** Elements that contain others. */
export type GroupTag = 'Sect' | 'Table' | 'TR';

type Element = PDFKit.PDFStructureElement;

interface Structure {
  /** Adds an element to the one being drawn. */
  add(tag: TextTag): Element;
  /** Draws as content of `element`, by default a new one; inside a figure or an artifact as a part of that. */
  mark<Result>(tag: TextTag | 'Link', draw: () => Result, element?: Element): Result;
  group<Result>(tag: GroupTag, draw: () => Result): Result;
  figure<Result>(description: string, draw: () => Result): Result;
  artifact(draw: () => void): void;
}

export function createStructure(document: PDFKit.PDFDocument): Structure {
  const root = document.struct('Document');
  document.addStructure(root);
  const groups = [root];
  // Marked content cannot be nested.
  let isMarked = false;

  function add(tag: string, options: { alt?: string } = {}): Element {
    const element = document.struct(tag, options);
    groups.at(-1)?.add(element);
    return element;
  }

  function mark<Result>(tag: string, draw: () => Result, element?: Element): Result {
    if (isMarked) return draw();
    (element ?? add(tag)).add(document.markStructureContent(tag));
    return drawMarked(draw);
  }

  function drawMarked<Result>(draw: () => Result): Result {
    isMarked = true;
    const result = draw();
    isMarked = false;
    document.endMarkedContent();
    return result;
  }

  return {
    add,
    mark,
    group(tag, draw) {
      groups.push(add(tag));
      const result = draw();
      groups.pop();
      return result;
    },
    figure: (alt, draw) => mark('Figure', draw, add('Figure', { alt })),
    artifact(draw) {
      if (isMarked) return draw();
      document.markContent('Artifact', { type: 'Layout' });
      drawMarked(draw);
    },
  };
}
