// Titles and explanations of events in the reader's language.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { type EventCode, findingOfEvent, isModuleEvent, isSetUpEvent } from '@heliograph/contract/events.ts';
import { FINDING_CAUSES } from '@heliograph/contract/moduleFindings.ts';
import { isErrorCode } from '@heliograph/contract/statuses.ts';
import { messageText } from '../platform/texts/translate.ts';

interface Event {
  sn: string;
  code: EventCode;
  /** Details other than the device: `usual` and `other` source, firmware `from` and `to`, of a module its `input`, the `cause`, by how much `less` it produces and the `other` one, the `gateway` that announced it, or the announced devices that are not added to the plant: those that are `waiting` and those for which it is too `full` (earlier also `children` of another plant and `restricted` ones); `never`: of a silence, the device has never reported; `percent` of a power limit. */
  detail: Readonly<Record<string, string>>;
}

/** Details with refused serial numbers, by the text of their reason. */
const REFUSED_BECAUSE = [
  ['waiting', 'waiting'],
  ['children', 'waiting'],
  ['restricted', 'waiting'],
  ['full', 'full'],
] as const;

/** Returns the name of alerts with this code, without the details of a single one. */
export function codeName(code: EventCode, language: LanguageCode): string {
  if (isErrorCode(code)) return messageText(language, `errors.${code}.title`);
  return messageText(language, `eventCodes.${code}`);
}

/** Returns title and explanation of an event. `tellsSources`: network addresses are only for people of the plant's own company. */
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
    return {
      title: messageText(language, gateway === undefined ? 'refusedChild.refused' : 'refusedChild.title'),
      desc: gateway === undefined ? reasons.join(' ') : messageText(language, 'refusedChild.explanation', { gateway }),
    };
  }
  if (isModuleEvent(code)) {
    const { input = '', cause = '' } = detail;
    const kind = findingOfEvent(code);
    const title = kind === 'swapped' && input ? 'swappedInput' : kind;
    const known = FINDING_CAUSES.find((one) => one === cause) ?? 'unclear';
    return {
      title: messageText(language, `findings.title.${title}`, { ...detail }),
      desc: messageText(language, `findings.causes.${known}`),
    };
  }
  if (isSetUpEvent(code)) {
    return {
      title: messageText(language, `setUpEvents.${code}.title`),
      desc: messageText(language, `setUpEvents.${code}.explanation`),
    };
  }
  if (code === 'silence' && detail.never)
    return { title: messageText(language, 'silence.title'), desc: messageText(language, 'silence.never') };
  const words = isErrorCode(code) ? (`errors.${code}` as const) : code;
  const { from = '', to = '', percent = '' } = detail;
  return {
    title: messageText(language, `${words}.title`, { sn, percent }),
    desc: messageText(language, `${words}.explanation`, { sn, from, to }),
  };
}
