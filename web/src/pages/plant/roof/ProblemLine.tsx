// A problem of a module in words, with its mark and since when it is open.
import { useTranslation } from 'react-i18next';
import type { ShownProblem } from '../../../components/roof/looks.ts';
import { dateTime } from '../../../format/times.ts';
import { ProblemIcon } from './ProblemIcon.tsx';

interface Props {
  problem: ShownProblem;
  timeZone: string | undefined;
  className: string | undefined;
}

export function ProblemLine({ problem: { title, level, sinceIso }, timeZone, className }: Props) {
  const { t } = useTranslation();
  return (
    <span className={className} data-level={level}>
      <ProblemIcon level={level} />
      <span>{sinceIso === null ? title : t('roof.problemSince', { title, since: dateTime(sinceIso, timeZone) })}</span>
    </span>
  );
}
