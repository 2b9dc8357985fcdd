// Records a journey by keyboard as a screen reader would speak it: each stop of the focus, from Chromium's accessibility tree, and each message of the live region.
import { expect, type Locator, type Page } from '@playwright/test';
import { collectSpoken } from './spoken.ts';

const MAX_TABS = 80;
/** States of the accessibility tree that are spoken. */
const STATES = [
  'required',
  'invalid',
  'checked',
  'pressed',
  'expanded',
  'selected',
  'disabled',
  'valuetext',
  'hasPopup',
] as const;
/** What has the focus between two elements: nothing, or the page without its heading. */
const MOVING = ['none', 'main', 'generic'];
/** The page itself, on which the focus is after it was opened. */
const OF_PAGE = ['RootWebArea'];

interface Node {
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  value?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
}

/** Returns the words for an element: role, name, value, states and description. */
function wordsOf({ role, name, description, value, properties = [] }: Node): string {
  const states = STATES.flatMap((state) => {
    const found = properties.find((property) => property.name === state)?.value.value;
    if (found === undefined || found === '' || found === 'false') return [];
    if (found === false) return state === 'expanded' ? ['collapsed'] : [];
    if (state === 'hasPopup') return [`opens ${found}`];
    return state === 'valuetext' ? [String(found)] : [state];
  });
  return [
    `${role?.value} "${name?.value ?? ''}"`,
    ...(value?.value !== undefined && value.value !== '' && !states.includes(String(value.value))
      ? [`= ${value.value}`]
      : []),
    ...states,
    ...(description?.value ? [`(${description.value})`] : []),
  ].join(' ');
}

/** Returns why a line makes no sense without the picture; null: it does. */
function flawOf(line: string): string | null {
  const [, role = '', name = ''] = /^(\S+) "([^"]*)"/.exec(line) ?? [];
  if (OF_PAGE.includes(role) || role === '') return null;
  if (name.trim() === '') return `no name: ${line}`;
  if (new RegExp(`\\b${role}$`, 'i').test(name)) return `the name repeats the role: ${line}`;
  if (/(?:^|[ ,])([\p{L}]{3,})[ ,]+\1(?:$|[ ,])/iu.test(name)) return `the name repeats itself: ${line}`;
  return null;
}

/** Begins a transcript; call it before the first page is opened. */
export async function transcribe(page: Page) {
  const spoken = await collectSpoken(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const lines: string[] = [];

  /** Returns the words for the focused element, or for the option that it points to; null while the focus moves on. */
  async function focused(): Promise<string | null> {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(() => {
        const focused = document.activeElement;
        return document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '') ?? focused;
      })()`,
    });
    const { objectId } = result;
    if (!objectId) return null;
    // An element that was removed meanwhile is not in the tree.
    const found = await session
      .send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
      .catch(() => null);
    const node = found?.nodes[0] as Node | undefined;
    if (!node || MOVING.includes(node.role?.value ?? 'none')) return null;
    const current = await session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: 'function () { return this.ariaCurrent; }',
    });
    return wordsOf(node) + (current.result.value ? ' current' : '');
  }

  /** Waits until the focus is on an element again; a closing dialog or a new page moves it within moments. */
  async function settled(): Promise<string> {
    let line: string | null = null;
    await expect
      .poll(async () => (line = await focused()), { message: 'the focus is on no element', timeout: 5000 })
      .not.toBeNull()
      .catch(() => undefined);
    return line ?? 'nothing ""';
  }

  /** Adds what was spoken since the last line, and the focused element if it is another one. */
  async function hear(): Promise<void> {
    lines.push(...(await spoken.list()).map((text) => `spoken: ${text}`));
    await spoken.clear();
    const line = await settled();
    if (line !== lines.findLast((one) => !one.startsWith('spoken: '))) lines.push(line);
  }

  return {
    hear,
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) {
        await page.keyboard.press(key);
        await hear();
      }
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      await hear();
    },
    /** Presses a key until the target has the focus, and hears each stop. */
    async moveTo(target: Locator, key = 'Tab'): Promise<void> {
      await expect(target).toBeAttached();
      for (let presses = 0; presses < MAX_TABS; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press(key);
        await hear();
      }
      throw new Error(`No ${key} leads to ${target}:\n${lines.join('\n')}`);
    },
    /** Waits until it speaks a message. */
    async waitFor(message: RegExp): Promise<void> {
      await expect
        .poll(async () => {
          await hear();
          return lines.some((line) => line.startsWith('spoken: ') && message.test(line));
        }, lines.join('\n'))
        .toBe(true);
    },
    /** Expects lines in this order, others between them, and none that makes no sense without the picture. */
    expectSense(expected: readonly RegExp[]): void {
      const text = lines.join('\n');
      let from = 0;
      for (const pattern of expected) {
        const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
        expect(at, `${pattern} in\n${text}`).toBeGreaterThanOrEqual(0);
        from = at + 1;
      }
      expect(
        lines.flatMap((line) => flawOf(line) ?? []),
        text,
      ).toEqual([]);
    },
    text: () => lines.join('\n'),
  };
}
