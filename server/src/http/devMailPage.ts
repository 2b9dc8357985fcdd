// The pages of a demonstration's mails: plain HTML without scripts, for developers, in English.
import type { StoredMail } from '../platform/mail/mailFolder.ts';
import { escaped } from '../platform/texts/escaped.ts';

type Listed = StoredMail & { id: string };

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; background: light-dark(#f6f7f9, #10171e); color: light-dark(#111827, #e4e9ee); }
  h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.3; }
  p { margin: 0 0 1rem; }
  a { color: light-dark(#0b5cad, #7cb8f2); }
  .muted, time { color: light-dark(#52606d, #a9b4c0); }
  .card { border: 1px solid light-dark(#e3e7ec, #2c3947); border-radius: .5rem; background: light-dark(#fff, #18222c); overflow: hidden; }
  ul { margin: 0; padding: 0; list-style: none; }
  li + li { border-top: 1px solid light-dark(#e3e7ec, #2c3947); }
  li a { display: block; padding: .625rem 1rem; color: inherit; text-decoration: none; }
  li a:hover { background: light-dark(#f6f7f9, #1f2b37); }
  li b { display: block; overflow-wrap: anywhere; font-weight: 600; }
  li span { display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: .875rem; }
  .empty { padding: 2rem 1rem; text-align: center; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem 1rem; margin: 0 0 1rem; font-size: .875rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { display: block; width: 100%; height: 34rem; border: 0; }
  summary { margin: 1rem 0 .5rem; cursor: pointer; }
  pre { margin: 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .8125rem/1.5 ui-monospace, monospace; }
`;

function page(title: string, nonce: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${escaped(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
}

const time = (at: string): string =>
  `<time datetime="${escaped(at)}">${escaped(at.slice(0, 16).replace('T', ' '))} UTC</time>`;

export function mailListPage(mails: readonly Listed[], nonce: string): string {
  const rows = mails.map(
    ({ id, at, to, subject, attachments }) =>
      `<li><a href="/dev/mail/${id}"><b>${escaped(subject)}</b><span class="muted">${escaped(to)} ${time(at)}${
        attachments.length > 0 ? ' <i>with attachment</i>' : ''
      }</span></a></li>`,
  );
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<div class="empty muted">No mails yet.</div>';
  return page(
    'Mails of this demo',
    nonce,
    `<h1>Mails of this demo</h1>
<p class="muted">This demo has no mail server: its mails are stored here instead of being sent, within ten seconds. The page reloads by itself. <a href="/">Back to the portal</a></p>
<div class="card">${list}</div>`,
    '<meta http-equiv="refresh" content="5">',
  );
}

export function mailPage({ id, at, to, subject, text, attachments }: Listed, nonce: string): string {
  const [file] = attachments;
  return page(
    subject,
    nonce,
    `<p><a href="/dev/mail">All mails</a></p><h1>${escaped(subject)}</h1>
<dl><dt class="muted">To</dt><dd>${escaped(to)}</dd><dt class="muted">Date</dt><dd>${time(at)}</dd>${
      file
        ? `<dt class="muted">Attachment</dt><dd><a href="/dev/mail/${id}/attachment" download="${escaped(file.name)}">${escaped(file.name)}</a></dd>`
        : ''
    }</dl>
<div class="card"><iframe title="The mail" src="/dev/mail/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></div>
<details><summary>Plain text</summary><div class="card"><pre>${escaped(text)}</pre></div></details>`,
  );
}
