// List of sent commands or setups, newest first, paged; and the buttons that answer an entry.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';

export const PAGE_SIZE = 10;

interface Props<Line> {
  title: string;
  note?: string;
  /** Content at the right of the card's header. */
  side?: ReactNode;
  /** Text of the empty list. */
  emptyText: string;
  lines: { data: { total: number; list: Line[] } | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Error of the last answer. */
  answerError: Error | null;
  page: number;
  onPage: (page: number) => void;
  /** Renders one entry as a list item. */
  children: (line: Line) => ReactNode;
}

export function LineList<Line>({
  title,
  note,
  side,
  emptyText,
  lines,
  answerError,
  page,
  onPage,
  children,
}: Props<Line>) {
  const { t } = useTranslation();
  const { data, error } = lines;
  if (error && !data) return <ErrorState error={error} onRetry={() => void lines.refetch()} />;
  return (
    <Card flush title={title} note={note} side={side}>
      {answerError && (
        <div className={classes.part}>
          <Notice kind="error">{messageOf(answerError, t)}</Notice>
        </div>
      )}
      {!data && <RowSkeletons rows={3} height={48} />}
      {data?.total === 0 && <p className={`${classes.part} muted`}>{emptyText}</p>}
      {data && data.total > 0 && <ul className={`${classes.commands} num`}>{data.list.map(children)}</ul>}
      {data && data.total > PAGE_SIZE && <Pager page={page} size={PAGE_SIZE} total={data.total} onPage={onPage} />}
    </Card>
  );
}

interface AnswersProps<Answer extends string> {
  answers: readonly Answer[];
  labelOf: (answer: Answer) => string;
  /** Description of the answered entry, for screen readers. */
  what: string;
  isBusy: boolean;
  onAnswer: (answer: Answer) => void;
}

export function Answers<Answer extends string>({ answers, labelOf, what, isBusy, onAnswer }: AnswersProps<Answer>) {
  const { t } = useTranslation();
  return answers.map((answer) => (
    <Button
      key={answer}
      size="xs"
      variant={answer === 'approve' ? 'filled' : 'default'}
      disabled={isBusy}
      aria-label={t('parameters.actionsOf', { action: labelOf(answer), what })}
      onClick={() => onAnswer(answer)}
    >
      {labelOf(answer)}
    </Button>
  ));
}
