// Renders mails as HTML and plain text: the brand, a title, some lines, one link. Mails load no remote content.
import { BRAND_COLORS, BRAND_NAMES } from '@heliograph/contract/brandNames.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { MailWord } from '../texts/messages.ts';
import { messageText } from '../texts/translate.ts';

export interface EmailContent {
  language: LanguageCode;
  brand: number;
  title: string;
  paragraphs: readonly string[];
  /** Rows of two columns; `note`: smaller text below the label. */
  lines: readonly { label: string; text: string; note?: string }[];
  /** Button; null: none. */
  link: { label: string; url: string } | null;
  /** Footer with the reason for the mail and a link to unsubscribe; null: a mail that is sent only once. */
  end: { why: string; label: string; url: string } | null;
}

export const brandName = (brand: number): string => BRAND_NAMES[brand] ?? BRAND_NAMES[0]!;

export const mailTexts =
  (language: LanguageCode) =>
  (word: MailWord, values: Record<string, string | number> = {}): string =>
    messageText(language, `mails.${word}`, values);

export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ brand, title, paragraphs, lines, link, end }: EmailContent): string {
  const parts = [
    brandName(brand),
    title,
    ...paragraphs,
    lines.map(({ label, text, note }) => `${label}: ${text}${note ? ` (${note})` : ''}`).join('\n'),
    link ? `${link.label}: ${link.url}` : '',
    ...(end ? [`-- \n${end.why}\n${end.label}: ${end.url}`] : []),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif";

function asHtml({ language, brand, title, paragraphs, lines, link, end }: EmailContent): string {
  const color = BRAND_COLORS[brand] ?? BRAND_COLORS[0]!;
  const rows = lines.map(
    ({ label, text, note }) =>
      `<tr><td style="padding:8px 12px 8px 0;border-bottom:1px solid #E3E7EC;color:#52606D">${escaped(label)}${
        note ? `<br><span style="font-size:12px">${escaped(note)}</span>` : ''
      }</td><td style="padding:8px 0;border-bottom:1px solid #E3E7EC;text-align:right;white-space:nowrap;vertical-align:top"><b>${escaped(text)}</b></td></tr>`,
  );
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>`,
    `<body style="margin:0;padding:24px 12px;background:#F6F7F9;color:#111827;font-size:14px;line-height:20px;${FONT}">`,
    `<div style="max-width:560px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #E3E7EC;border-top:4px solid ${color};border-radius:8px">`,
    `<div style="color:${color};font-weight:600">${escaped(brandName(brand))}</div>`,
    `<h1 style="margin:12px 0 8px;font-size:20px;line-height:28px">${escaped(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escaped(paragraph)}</p>`),
    rows.length > 0 ? `<table style="width:100%;border-collapse:collapse;font-size:14px">${rows.join('')}</table>` : '',
    link
      ? `<p style="margin:20px 0 0"><a href="${escaped(link.url)}" style="display:inline-block;padding:9px 16px;border-radius:8px;background:${color};color:#FFFFFF;text-decoration:none">${escaped(link.label)}</a></p>`
      : '',
    '</div>',
    end
      ? `<p style="max-width:560px;margin:12px auto 0;color:#52606D;font-size:12px">${escaped(end.why)} <a href="${escaped(end.url)}" style="color:#52606D">${escaped(end.label)}</a></p>`
      : '',
    '</body></html>',
  ].join('');
}
