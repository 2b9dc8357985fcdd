// Checks beside axe: a second engine (HTML_CodeSniffer), and controls of one view that share a name but not an effect.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const SNIFFER = readFileSync(createRequire(import.meta.url).resolve('html_codesniffer/build/HTMLCS.js'), 'utf8');

/** Findings that are no faults. */
const ACCEPTED: readonly { code: string; when: (html: string) => boolean }[] = [
  // The link has an aria-label.
  { code: 'H30.2', when: (html) => html.includes('aria-label=') },
  // A fieldset is named by aria-label, too.
  { code: 'H71.NoLegend', when: (html) => html.includes('aria-label=') },
  // A button opens the hidden field for files, which nobody reaches.
  { code: 'F68', when: (html) => html.includes('display: none') },
  { code: 'H91.InputFile.Name', when: (html) => html.includes('display: none') },
  // The header of a dialog is no banner; its parts keep their roles.
  { code: 'F92,ARIA4', when: (html) => html.startsWith('<header') },
  // Devices of a new plant are added by Enter in their field; only then is there something to submit.
  { code: 'H32.2', when: (html) => html.startsWith('<form') },
  // Fields are of the type text without an attribute, and HTML permits an e-mail address as user name.
  { code: 'InvalidAutoComplete_Text', when: (html) => !html.includes('type=') || html.includes('type="email"') },
];

interface Sniffer {
  ERROR: number;
  /** Lacks some texts, on which the engine fails. */
  getTranslation(key: string): string | undefined;
  process(standard: string, root: Document, done: () => void, failed: () => void): void;
  getMessages(): { type: number; code: string; msg: string; element: Element }[];
}

/** Returns the errors that HTML_CodeSniffer finds in a page by WCAG 2.1 AA. */
export async function snifferFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(SNIFFER);
  const findings = await page.evaluate(
    () =>
      new Promise<{ code: string; msg: string; html: string }[]>((done, failed) => {
        const { HTMLCS: sniffer } = window as unknown as { HTMLCS: Sniffer };
        const translate = sniffer.getTranslation.bind(sniffer);
        sniffer.getTranslation = (key) => translate(key) ?? key;
        const report = () => {
          const errors = sniffer.getMessages().filter(({ type }) => type === sniffer.ERROR);
          done(errors.map(({ code, msg, element }) => ({ code, msg, html: element.outerHTML.slice(0, 240) })));
        };
        sniffer.process('WCAG2AA', document, report, () => failed(new Error('HTML_CodeSniffer has failed')));
      }),
  );
  return findings
    .filter(({ code, msg, html }) => !ACCEPTED.some((one) => `${code} ${msg}`.includes(one.code) && one.when(html)))
    .map(({ code, msg, html }) => `${code} ${msg} ${html}`);
}

/** Returns the names that several buttons, or links to different addresses, share within one row, card, group or region, or outside them. */
export const sharedNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (control: Element): string => {
      const labels = (control.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id));
      const labelled = labels.map((label) => label?.textContent ?? '').join(' ');
      const text = control.getAttribute('aria-label') || labelled.trim() || (control as HTMLElement).innerText;
      return (text || control.getAttribute('title') || '').replace(/\s+/g, ' ').trim();
    };
    const PARTS =
      'tr, li, article, fieldset, dialog, [role=dialog], [role=group], [role=row], [role=region], section[aria-label], section[aria-labelledby]';
    const parts = new Map<Element, number>();
    const effects = new Map<string, Set<string>>();
    const controls = document.querySelectorAll('button, [role=button], a[href]');
    for (const [position, control] of [...controls].entries()) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      if (control.closest('[aria-hidden=true], [inert]')) continue;
      const isLink = control instanceof HTMLAnchorElement;
      // Buttons of a menu bar are pressed on any page, so that their names are compared with those of the page.
      const part = control.closest(isLink ? `${PARTS}, nav, footer, aside` : PARTS);
      if (part && !parts.has(part)) parts.set(part, parts.size);
      const key = `${part ? `${part.localName} ${parts.get(part)}: ` : ''}${nameOf(control)}`;
      const effect = isLink ? control.href : String(position);
      effects.set(key, (effects.get(key) ?? new Set()).add(effect));
    }
    return [...effects].filter(([, each]) => each.size > 1).map(([name, each]) => `${name}: ${[...each].join(', ')}`);
  });
