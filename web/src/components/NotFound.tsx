// Instead of a thing that was deleted, is not the reader's, or never was: the server tells them all the same.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '../links.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from './PageHeader.tsx';

interface Props {
  /** Of the page. */
  title: string;
  icon: ReactNode;
  what: string;
  text: string;
  /** Where the others are. */
  to: Destination;
  toLabel: string;
}

export function NotFound({ title, icon, what, text, to, toLabel }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <Card flush>
        <EmptyState
          icon={icon}
          title={what}
          text={text}
          action={<Button renderRoot={(props) => <Link {...props} {...to} />}>{toLabel}</Button>}
        />
      </Card>
    </>
  );
}
