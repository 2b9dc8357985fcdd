// The readable page of the calls: plain HTML without scripts, made from the same description that programs read.
import { createHash } from 'node:crypto';
import type { Description, Json, Operation } from './describeCalls.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
  h2 { margin-top: 2.5rem; }
  details { border-top: 1px solid #8884; padding: .5rem 0; }
  summary { cursor: pointer; }
  code, pre { font: .875rem/1.5 ui-monospace, monospace; }
  pre { overflow: auto; max-height: 32rem; padding: .75rem; border: 1px solid #8884; border-radius: .375rem; }
  table { border-collapse: collapse; }
  td { padding: .125rem 1rem .125rem 0; vertical-align: top; }
`;

/** The page is the same for everybody: its style is allowed by its hash, not by a nonce. */
export const API_PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
};

export function apiPage(description: Description): string {
  const operations = Object.entries(description.paths).map(([path, { post }]) => ({ path, post }));
  const areas = Object.entries(Object.groupBy(operations, ({ post }) => post.tags[0]!));
  const sections = areas.map(
    ([area, list]) =>
      `<h2 id="${escaped(area)}">${escaped(area)}</h2>${(list ?? []).map(({ path, post }) => call(path, post)).join('')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(description.info.title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(description.info.title)}</h1>
<p>${escaped(description.info.description)} The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
<h2>Headers</h2>${table(Object.values(description.components.parameters) as Json[])}
${sections.join('\n')}</main></body></html>
`;
}

function call(path: string, post: Operation): string {
  const refusals = post['x-refusals'].map(
    ({ code, word, meaning }) => `<tr><td>${code}</td><td><code>${word}</code></td><td>${escaped(meaning)}</td></tr>`,
  );
  return `<details id="${escaped(path)}"><summary><code>POST ${escaped(path)}</code> ${escaped(post.summary)}</summary>
<p>${escaped(post.description)}</p>
<h3>Request</h3>${schema(post.requestBody)}
<h3>Answer</h3>${schema(post.responses[200])}
<h3>Refusals</h3><table>${refusals.join('')}</table></details>`;
}

function schema(holder: unknown): string {
  const { content } = holder as { content: Record<string, { schema: Json }> };
  return Object.entries(content)
    .map(([type, { schema: described }]) => {
      const kind = type === 'application/json' ? '' : `<p><code>${escaped(type)}</code></p>`;
      return `${kind}<pre>${escaped(JSON.stringify(described, null, 2))}</pre>`;
    })
    .join('');
}

function table(parameters: Json[]): string {
  const rows = parameters.map(
    ({ name, description }) => `<tr><td><code>${escaped(name)}</code></td><td>${escaped(description)}</td></tr>`,
  );
  return `<table>
<tr><td><code>authorization</code></td><td>The token of sign-in, or an API token of an account, as it is or after "Bearer".</td></tr>${rows.join('')}</table>`;
}

function escaped(text: unknown): string {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
