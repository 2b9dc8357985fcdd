// Assigns problems of a plant to a person until a day, or withdraws that.
import '../../ui/panelStyles.ts';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import type { Problem } from '../../components/alerts/problemsOf.ts';
import { DayInput } from '../../components/DayInput.tsx';
import { dayIn } from '../../format/times.ts';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { subjectOf } from './ProblemRow.tsx';

const WEEK_MS = 7 * 86_400_000;

interface Props {
  /** At least one, all of one plant. */
  problems: readonly Problem[];
  onClose: () => void;
}

export default function AssignDialog({ problems, onClose }: Props) {
  const { t } = useTranslation();
  const self = useSession().info?.uid;
  const first = problems[0]!;
  const { sid, timezone } = first;
  const current = problems.find(({ assigned }) => assigned !== null)?.assigned;
  const [userId, setUserId] = useState(current?.userId ?? self);
  const [dueDay, setDueDay] = useState(current?.dueDay ?? dayIn(Date.now() + WEEK_MS, timezone));
  const change = useChange('problem/assign', ['problem/list', 'site/overview', 'site/listWithSN']);
  const send = (assigned: { userId: number; dueDay: string } | null) => {
    if (change.isPending) return;
    const keys = problems.map(({ sn, code, startMs }) => ({ sn, code, startMs }));
    change.mutate({ sid, problems: keys, assigned }, { onSuccess: onClose });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (userId !== undefined && dueDay !== '') send({ userId, dueDay });
  };
  return (
    <Dialog opened onClose={onClose} title={t('alerts.assign')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className="muted">
            {problems.length === 1
              ? t('alerts.of', { title: first.title, name: subjectOf(first, t) })
              : t('alerts.assignAll', { count: problems.length, plant: first.siteName })}
          </p>
          <PersonSelect
            sid={sid}
            userId={userId}
            // Only the chosen page of people is loaded, which need not contain the current one.
            known={current ? { userId: current.userId, name: current.name, email: '' } : null}
            onChange={setUserId}
          />
          <DayInput
            label={t('alerts.due')}
            value={dueDay}
            min={dayIn(Date.now(), timezone)}
            onChange={setDueDay}
            isInPanel
          />
          {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
          <Group justify="flex-end" gap="xs">
            {current && (
              <Button variant="default" disabled={change.isPending} onClick={() => send(null)}>
                {t('alerts.unassign')}
              </Button>
            )}
            <Button type="submit" loading={change.isPending} disabled={userId === undefined || dueDay === ''}>
              {t('alerts.assign')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Person {
  userId: number;
  name: string;
  email: string;
}

interface PersonProps {
  sid: string;
  userId: number | undefined;
  known: Person | null;
  onChange: (userId: number) => void;
}

/** People of the branch who see the plant, the user first; the server searches while the user types. */
function PersonSelect({ sid, userId, known, onChange }: PersonProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(known);
  const [keywords] = useDebouncedValue(typed, 250);
  // The name of the selected person is in the field and is not a search.
  const isSearch = keywords !== '' && keywords !== chosen?.name;
  const people = useCall(
    'problem/assignees',
    { sid, page: { size: 50, num: 0 }, filters: isSearch ? { keywords } : {} },
    { keepsPrevious: true },
  );
  const list: readonly Person[] = people.data?.list ?? [];
  const preselected = chosen ? undefined : list.find((person) => person.userId === userId);
  if (preselected) setChosen(preselected);
  const all = chosen && !list.some((person) => person.userId === chosen.userId) ? [chosen, ...list] : list;
  return (
    <Select
      label={t('alerts.person')}
      searchable
      selectFirstOptionOnChange
      // Else it would cover the day as soon as the dialog opens.
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      data={all.map(({ userId: id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => <Option person={all.find((person) => String(person.userId) === option.value)} />}
      value={userId === undefined ? null : String(userId)}
      onChange={(id) => {
        const person = all.find((one) => String(one.userId) === id);
        // Clearing the field searches; the person stays until another one is chosen.
        if (!person) return;
        setChosen(person);
        onChange(person.userId);
      }}
      error={people.error ? messageOf(people.error, t) : undefined}
      nothingFoundMessage={people.isFetching ? t('alerts.searching') : t('common.noMatch')}
      maxDropdownHeight={260}
    />
  );
}

/** Two people may have one name. */
function Option({ person }: { person: Person | undefined }) {
  return (
    <div>
      {person?.name}
      {person && person.email !== '' && person.email !== person.name && <div className="under">{person.email}</div>}
    </div>
  );
}
