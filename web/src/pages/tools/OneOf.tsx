// One thing of a list on a page of its own, once it is there: until then that there is none, that asking failed, or that it is on its way.
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/failures.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import classes from './documents/documents.module.css';

interface Props<Answer> {
  detail: { data: Answer | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** While it is on its way. */
  title: string;
  /** Refused with this: there is none. */
  missing: ErrorName;
  none: ReactNode;
  children: (answer: Answer) => ReactNode;
}

export function OneOf<Answer>({ detail, title, missing, none, children }: Props<Answer>) {
  const { data, error } = detail;
  if (error instanceof ApiError && error.code === ERROR_CODES[missing]) return none;
  if (error && !data) return <ErrorState error={error} onRetry={() => void detail.refetch()} />;
  if (data) return children(data);
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.stack}>
        <Card>
          <RowSkeletons rows={6} height={56} />
        </Card>
      </div>
    </>
  );
}
