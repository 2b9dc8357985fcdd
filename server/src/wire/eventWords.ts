// What an event is called and what to do about it, in the reader's language.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import { isErrorCode } from '@heliograph/contract/statuses.ts';
import { messageText } from '../messages/messageText.ts';

interface Event {
  sn: string;
  code: EventCode;
  /** What it names besides its device: `usual` and `other` source, firmware `from` and `to`. */
  detail: Readonly<Record<string, string>>;
}

/** `tellsSources`: addresses are for those whose plant it is. */
export function eventWords(
  { sn, code, detail }: Event,
  { language, tellsSources }: { language: LanguageCode; tellsSources: boolean },
): { title: string; desc: string } {
  if (code === 'secondSource' || code === 'foreignSource') {
    const { usual = '', other = '' } = detail;
    return {
      title: messageText(language, `sources.${code}.title`, { sn }),
      desc: messageText(language, tellsSources ? `sources.${code}.explanation` : 'sources.guest', { sn, usual, other }),
    };
  }
  const words = isErrorCode(code) ? (`errors.${code}` as const) : code;
  const { from = '', to = '' } = detail;
  return {
    title: messageText(language, `${words}.title`),
    desc: messageText(language, `${words}.explanation`, { from, to }),
  };
}
