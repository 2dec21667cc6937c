import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { Picker } from '../Picker.tsx';
import type { PickerSource } from '../picker.ts';
import { useOption } from '../usePickerOptions.ts';
import { useFieldProps, useFormState } from './form-context.ts';
import { idsIn, movedUp, withoutFirst, type Picks } from './ordered-picks.ts';
import classes from './OrderedPicksField.module.css';

interface OrderedPicksFieldProps {
  /** The field's name in the body: a list of ids. */
  name: string;
  label: string;
  /** What one of them is called, such as `teacher`. */
  one: string;
  source: PickerSource;
  /** The field of the first one, which the list continues. */
  first: string;
  /** Called with each change of the list. */
  onPicked?: (ids: number[]) => void;
  /** More about one of them. */
  Detail?: ComponentType<{ id: number; title: string }>;
  /** Below the list, while there is one. */
  children?: ReactNode;
}

/**
 * Further ones of a field, in their order: nothing but a button until it is used. The first of them
 * can take the place of the field's own.
 */
export function OrderedPicksField(props: OrderedPicksFieldProps) {
  const { name, label, one, source, first, onPicked, Detail, children } = props;
  const { error } = useFieldProps(name);
  const { picks, change, box, moved } = usePicks(name, first, onPicked);
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const errorId = useId();

  function add(id: number | null) {
    if (id === null) return;
    if (id === picks.first || picks.further.includes(id)) {
      setProblem('is in the list already');
      return;
    }
    change({ ...picks, further: [...picks.further, id] }, { to: 'add' });
    setAdding(false);
  }
  function open(next: boolean) {
    setProblem(null);
    setAdding(next);
  }

  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      aria-describedby={error ? errorId : undefined}
      className={classes.field}
      data-path={name}
      tabIndex={-1}
    >
      {picks.further.length > 0 && (
        <ol className={classes.list}>
          {picks.further.map((id, at) => (
            <Pick
              key={id}
              id={id}
              source={source}
              {...(Detail && { Detail })}
              up={
                at > 0 || picks.first !== null
                  ? (title) => change(movedUp(picks, at), { to: 'up', id, title })
                  : null
              }
              down={
                at < picks.further.length - 1
                  ? (title) => change(movedUp(picks, at + 1), { to: 'down', id, title })
                  : null
              }
              remove={() =>
                change(
                  { ...picks, further: picks.further.filter((other) => other !== id) },
                  { to: 'add' },
                )
              }
            />
          ))}
        </ol>
      )}
      {picks.further.length > 0 && children}
      {isAdding && (
        <Group gap="xs" align="flex-end" wrap="nowrap" className={classes.adding}>
          <Picker
            label={`Further ${one}`}
            source={source}
            value={null}
            error={problem}
            onChange={add}
          />
          <Button variant="default" onClick={() => open(false)}>
            Cancel
          </Button>
        </Group>
      )}
      {!isAdding && picks.further.length < limits.furtherOfClass && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          data-to="add"
          onClick={() => {
            open(true);
            // After the picker is there.
            requestAnimationFrame(() =>
              box.current?.querySelector<HTMLInputElement>(`.${classes.adding} input`)?.focus(),
            );
          }}
        >
          Add a {one}
        </Button>
      )}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <span role="status" className="at-hidden">
        {moved}
      </span>
    </div>
  );
}

/** Where the focus goes after a change, and who moved. */
interface After {
  to: 'up' | 'down' | 'add';
  id?: number;
  title?: string;
}

/** The ids of both fields, and their changes; the button that was pressed has the focus afterwards. */
function usePicks(name: string, first: string, onPicked: OrderedPicksFieldProps['onPicked']) {
  const { form } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const after = useRef<After>(null);
  const [moved, setMoved] = useState('');
  const picks: Picks = {
    first: typeof form.values[first] === 'number' ? form.values[first] : null,
    further: idsIn(form.values[name]),
  };
  const { setValues } = form;
  const state = JSON.stringify(picks);
  useEffect(() => {
    const next = withoutFirst(picks);
    if (next !== picks) write(next);
    const { to, id } = after.current ?? {};
    after.current = null;
    if (!to) return;
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>('[data-to]') ?? [])];
    const enabled = buttons.filter((it) => !it.disabled);
    const own = enabled.filter((it) => it.dataset.id === String(id));
    (
      own.find((it) => it.dataset.to === to) ??
      own[0] ??
      enabled.find((it) => it.dataset.to === 'add')
    )?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- `state` is the picks as text.
  }, [state]);

  function change(next: Picks, then: After) {
    after.current = then;
    const at = next.further.findIndex((id) => id === then.id);
    setMoved(then.title ? `${then.title} is number ${at + 2} now` : '');
    write(next);
  }
  function write(next: Picks) {
    setValues({ [first]: next.first, [name]: next.further });
    onPicked?.(next.further);
  }
  return { picks, change, box, moved };
}

interface PickProps extends Pick<OrderedPicksFieldProps, 'source' | 'Detail'> {
  id: number;
  up: ((title: string) => void) | null;
  down: ((title: string) => void) | null;
  remove: () => void;
}

function Pick({ id, source, Detail, up, down, remove }: PickProps) {
  const title = useOption(source, id);
  const buttons = [
    { to: 'up', label: `Move ${title} up`, Icon: IconArrowUp, run: up },
    { to: 'down', label: `Move ${title} down`, Icon: IconArrowDown, run: down },
    { to: 'remove', label: `Remove ${title}`, Icon: IconX, run: remove },
  ] as const;
  return (
    <li>
      <div className={classes.pick}>
        <bdi>{title}</bdi>
        {buttons.map(({ to, label, Icon, run }) => (
          <ActionIcon
            key={to}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={label}
            data-to={to}
            data-id={id}
            disabled={run === null}
            onClick={() => run?.(title)}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      </div>
      {Detail && <Detail id={id} title={title} />}
    </li>
  );
}
