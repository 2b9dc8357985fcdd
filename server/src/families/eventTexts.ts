// What an event is called and what to do about it, in the reader's language.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import { FINDING_CAUSES } from '@heliograph/contract/moduleFindings.ts';
import { isErrorCode } from '@heliograph/contract/statuses.ts';
import { messageText } from '../platform/texts/translate.ts';

interface Event {
  sn: string;
  code: EventCode;
  /** What it names besides its device: `usual` and `other` source, firmware `from` and `to`, of a module its `input`, the `cause`, how much `less` it gives and the `other` one, the `gateway` that announced it, or the `children` of another plant that were refused, and those that are `restricted` or for which the plant is too `full`. */
  detail: Readonly<Record<string, string>>;
}

/** What a gateway's event names, by why these are refused. */
const REFUSED_BECAUSE = [
  ['children', 'ofGateway'],
  ['restricted', 'restricted'],
  ['full', 'full'],
] as const;

/** What alerts of this code are called, whatever a single one names besides. */
export function codeName(code: EventCode, language: LanguageCode): string {
  if (isErrorCode(code)) return messageText(language, `errors.${code}.title`);
  return messageText(language, `eventCodes.${code}`);
}

/** `tellsSources`: addresses are for those whose plant it is. */
export function eventTexts(
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
  if (code === 'refusedChild') {
    const { gateway, ...refused } = detail;
    const reasons = REFUSED_BECAUSE.flatMap(([reason, words]) => {
      const numbers = refused[reason];
      return numbers ? [messageText(language, `refusedChild.${words}`, { children: numbers })] : [];
    });
    const isOfAnother = gateway !== undefined || refused.children !== undefined;
    return {
      title: messageText(language, isOfAnother ? 'refusedChild.title' : 'refusedChild.refused'),
      desc: gateway === undefined ? reasons.join(' ') : messageText(language, 'refusedChild.explanation', { gateway }),
    };
  }
  if (code === 'deadModule' || code === 'weakModule' || code === 'swappedModules') {
    const { input = '', cause = '' } = detail;
    const title = code === 'deadModule' ? 'dead' : code === 'weakModule' ? 'weak' : input ? 'swappedInput' : 'swapped';
    const known = FINDING_CAUSES.find((one) => one === cause) ?? 'unclear';
    return {
      title: messageText(language, `findings.title.${title}`, { ...detail }),
      desc: messageText(language, `findings.causes.${known}`),
    };
  }
  const words = isErrorCode(code) ? (`errors.${code}` as const) : code;
  const { from = '', to = '' } = detail;
  return {
    title: messageText(language, `${words}.title`, { sn }),
    desc: messageText(language, `${words}.explanation`, { sn, from, to }),
  };
}
