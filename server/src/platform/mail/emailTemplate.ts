// Renders mails as HTML and plain text: the brand, a title, some lines, one link. Mails load no remote content.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { EventLevel } from '@heliograph/contract/events.ts';
import { escaped } from '../texts/escaped.ts';
import type { MailWord } from '../texts/messages.ts';
import { messageText } from '../texts/translate.ts';

/** A row of two columns. */
interface Line {
  label: string;
  text: string;
  /** Smaller text below the label. */
  note?: string;
  /** What to do, below the row. */
  advice?: string;
  /** In words, before the label. */
  severity?: { level: EventLevel; text: string };
}

/** Name of the sender, and its colour on white. */
export interface EmailBrand {
  name: string;
  accentLight: string;
}

export interface EmailContent {
  language: LanguageCode;
  brand: EmailBrand;
  title: string;
  paragraphs: readonly string[];
  /** The figure that the mail is about, shown large. */
  headline?: Line;
  lines: readonly Line[];
  /** Button; null: none. */
  link: { label: string; url: string } | null;
  /** Footer with the reason for the mail and a link to unsubscribe; null: a mail that is sent only once. */
  end: { why: string; label: string; url: string } | null;
}

export const mailTexts =
  (language: LanguageCode) =>
  (word: MailWord, values: Record<string, string | number> = {}): string =>
    messageText(language, `mails.${word}`, values);

export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ brand, title, paragraphs, headline, lines, link, end }: EmailContent): string {
  const parts = [
    brand.name,
    title,
    ...paragraphs,
    headline ? lineText(headline) : '',
    lines.map(lineText).join('\n'),
    link ? `${link.label}: ${link.url}` : '',
    ...(end ? [`-- \n${end.why}\n${end.label}: ${end.url}`] : []),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const lineText = ({ label, text, note, advice, severity }: Line): string =>
  [
    severity ? `${severity.text}: ` : '',
    `${label}: ${text}`,
    note ? ` (${note})` : '',
    advice ? `\n  ${advice}` : '',
  ].join('');

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif";

/** Severities are named in words, so colour is not needed to tell them apart. */
const SEVERITY_COLORS: Record<EventLevel, string> = { fault: '#B42318', warning: '#9A5B00', info: '#52606D' };

/** Colours for readers whose mail program is dark; programs without support show the light ones. */
const DARK = [
  ['body', 'background:#10171E;color:#E4E9EE'],
  ['.card', 'background:#18222C;border-color:#2C3947'],
  ['.muted', 'color:#A9B4C0'],
  ['.row td', 'border-color:#2C3947'],
  ['.brand', 'color:#E4E9EE'],
  ['.fault', 'color:#FF9B8F'],
  ['.warning', 'color:#F5BE66'],
  ['.info', 'color:#A9B4C0'],
].map(([selector, colors]) => `${selector}{${colors!.replaceAll(/;|$/g, '!important$&')}}`);
const STYLES = `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK.join('')}}</style>`;

function asHtml({ language, brand, title, paragraphs, headline, lines, link, end }: EmailContent): string {
  const color = brand.accentLight;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>${STYLES}</head>`,
    `<body style="margin:0;padding:24px 12px;background:#F6F7F9;color:#111827;font-size:14px;line-height:20px;${FONT}">`,
    `<div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #E3E7EC;border-top:4px solid ${color};border-radius:8px">`,
    `<div class="brand" style="color:${color};font-weight:600">${escaped(brand.name)}</div>`,
    `<h1 style="margin:12px 0 8px;font-size:20px;line-height:28px">${escaped(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escaped(paragraph)}</p>`),
    headline ? headlineHtml(headline) : '',
    lines.length > 0
      ? `<table style="width:100%;border-collapse:collapse;font-size:14px">${lines.map(rowHtml).join('')}</table>`
      : '',
    link
      ? `<p style="margin:20px 0 0"><a href="${escaped(link.url)}" style="display:inline-block;padding:9px 16px;border-radius:8px;background:${color};color:#FFFFFF;text-decoration:none">${escaped(link.label)}</a></p>`
      : '',
    '</div>',
    end
      ? `<p class="muted" style="max-width:560px;margin:12px auto 0;color:#52606D;font-size:12px">${escaped(end.why)} <a class="muted" href="${escaped(end.url)}" style="color:#52606D">${escaped(end.label)}</a></p>`
      : '',
    '</body></html>',
  ].join('');
}

const headlineHtml = ({ label, text, note }: Line): string =>
  `<p style="margin:4px 0 16px"><span class="muted" style="color:#52606D">${escaped(label)}</span><br><b style="font-size:32px;line-height:40px">${escaped(text)}</b>${
    note ? `<br><span class="muted" style="color:#52606D;font-size:12px">${escaped(note)}</span>` : ''
  }</p>`;

function rowHtml({ label, text, note, advice, severity }: Line): string {
  const border = advice ? '' : ';border-bottom:1px solid #E3E7EC';
  const heading = severity
    ? `<b class="${severity.level}" style="color:${SEVERITY_COLORS[severity.level]}">${escaped(severity.text)}</b> · ${escaped(label)}`
    : `<span class="muted" style="color:#52606D">${escaped(label)}</span>`;
  const small = note ? `<br><span class="muted" style="color:#52606D;font-size:12px">${escaped(note)}</span>` : '';
  const adviceRow = advice
    ? `<tr class="row"><td colspan="2" style="padding:0 0 10px;border-bottom:1px solid #E3E7EC;font-size:13px">${escaped(advice)}</td></tr>`
    : '';
  return `<tr class="row"><td style="padding:8px 12px 8px 0${border}">${heading}${small}</td><td style="padding:8px 0${border};text-align:right;white-space:nowrap;vertical-align:top"><b>${escaped(text)}</b></td></tr>${adviceRow}`;
}
