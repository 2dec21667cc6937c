import { Button, Group, Title } from '@mantine/core';
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { z } from 'zod';
import { addedText, messages } from '#contract/texts.ts';
import type { FieldErrors } from '#contract/resource.ts';
import { request, requestVersioned } from '#web/platform/api.ts';
import { BackButton } from '../BackButton.tsx';
import { confirm } from '../confirm.ts';
import { LoadError } from '../LoadError.tsx';
import { PleaseWait } from '../PleaseWait.tsx';
import { resourceKey, type FormResource } from '../resource.ts';
import { toast } from '../toasts.ts';
import { FormContext, type Values } from './form-context.ts';
import classes from './Form.module.css';
import { useFormSubmit } from './useFormSubmit.ts';
import { useLeaveQuestion } from './useLeaveQuestion.ts';
import { useEdited } from '../search.ts';
import { isOvertaken, useOvertaken, type Existing, type Versioned } from './useOvertaken.ts';

export interface AddedNoticeProps<Entity> {
  added: Entity;
  addAnother: () => void;
}

interface ResourceFormProps<Entity> {
  resource: FormResource<Entity>;
  /** The schema of the body of create, validated here as on the server. */
  schema: z.ZodType;
  rule?: (values: Values) => FieldErrors;
  /** Values of a new record. */
  empty: Values;
  /** Values that are already entered when the form of an existing record opens. */
  proposed?: Values;
  /** Values of an edited record. */
  valuesOf: (entity: Entity) => Values;
  /** The toast after adding, if it differs from the default. */
  added?: string;
  edited?: string;
  /** The toast's first line when adding fails (students, payroll; R-FORM-1). */
  addFailed?: string;
  /** Confirms saving an edit, or does something instead; null to save nothing. */
  saveText?: (values: Values, edit: string) => Promise<SaveText | DoneInstead | null>;
  /** Runs after an edit, with the response. */
  onEdited?: (entity: Entity, edit: string) => void;
  /**
   * Asks for confirmation before a request; false cancels, fields are sent in addition. `edit` is the
   * id of the edited record.
   */
  beforeSave?: (values: Values, edit: string | undefined) => Promise<boolean | Values>;
  /**
   * Asks whether to confirm a rejected edit: fields to send in addition, null to cancel, undefined
   * for other errors.
   */
  again?: (error: unknown) => Promise<Values | null | undefined>;
  /** Shown above the empty form after a record was added; `addAnother` focuses its first field. */
  AddedNotice?: ComponentType<AddedNoticeProps<Entity>>;
  /** Above the fields. */
  head?: ReactNode;
  children: ReactNode;
}

/** Enters proposed values once. */
function useProposed({ setValues }: UseFormReturnType<Values>, proposed: Values | undefined): void {
  const isEntered = useRef(false);
  useEffect(() => {
    if (isEntered.current || !proposed) return;
    isEntered.current = true;
    setValues(proposed);
  }, [proposed, setValues]);
}

/** In words, null for no details; with values that replace the entered ones. */
export interface SaveText {
  text: ReactNode;
  values?: Values;
}

/** The toast of what was done instead of saving. */
export interface DoneInstead {
  done: string;
}

/** Results of some calls for each record that a request names. */
interface Results {
  results?: { status: string }[];
}

/** A resource's form: adds one, or with `?edit=` in the address changes that one. */
export function ResourceForm<Entity>(props: ResourceFormProps<Entity>) {
  const edit = useEdited();
  if (edit === undefined) return <Fields {...props} key="add" initial={props.empty} />;
  return <EditForm {...props} key={edit} edit={edit} />;
}

function EditForm<Entity>({ edit, ...props }: ResourceFormProps<Entity> & { edit: string }) {
  const read = useQuery({
    // Not the row of other pages, which may be older.
    queryKey: resourceKey(props.resource, 'edited', edit),
    queryFn: async ({ signal }): Promise<Versioned<Entity>> =>
      requestVersioned(props.resource.calls.get, { params: { id: edit }, signal }),
    // The edited values must not change while typing.
    staleTime: Infinity,
    gcTime: 0,
  });
  const [times, setTimes] = useState(0);
  if (read.isPending) return <PleaseWait />;
  if (read.isError) return <LoadError error={read.error} retry={() => void read.refetch()} />;
  const existing = {
    ...read.data,
    reread: async () => (await read.refetch({ throwOnError: true })).data?.row ?? read.data.row,
    begin: () => setTimes((before) => before + 1),
  };
  const initial = props.valuesOf(existing.row);
  return <Fields {...props} key={times} edit={edit} initial={initial} existing={existing} />;
}

function Fields<Entity>({
  resource,
  schema,
  rule,
  initial,
  proposed,
  valuesOf,
  edit,
  existing,
  added = addedText(resource.singular),
  edited,
  addFailed,
  again,
  saveText,
  onEdited,
  beforeSave,
  AddedNotice,
  head,
  children,
}: ResourceFormProps<Entity> & FieldsProps<Entity>) {
  const editing = edit !== undefined;
  const [busy, setBusy] = useState(false);
  const [lastAdded, setLastAdded] = useState<Entity | null>(null);
  const leaving = useRef(false);
  const queries = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => ({
      ...rule?.(values),
      ...schemaResolver(schema, { sync: true })(values),
    }),
  });

  useProposed(form, editing ? proposed : undefined);
  const { element, context, submit: sending, showServerErrors } = useFormSubmit(form, editing);

  const overtaken = useOvertaken({ existing, valuesOf, form, element });

  useLeaveQuestion(() => !leaving.current && form.isDirty());

  async function submit(values: Values) {
    const instead = editing ? await confirmEdit(edit, values) : {};
    if (instead === null) return;
    setBusy(true);
    let status: string | undefined;
    try {
      const answered = (await beforeSave?.(values, edit)) ?? true;
      if (answered === false) return;
      const more = answered === true ? {} : answered;
      if (editing) {
        const body = { ...bodyOf(values, (name) => form.isDirty(name)), ...instead, ...more };
        if (!(await change(edit, body))) return;
      } else {
        const body = { ...bodyOf(values), ...more };
        const answer = (await request(resource.calls.create, { body })) as Entity & Results;
        setLastAdded(answer);
        status = answer.results?.[0]?.status;
      }
      await done(status, values);
    } catch (error) {
      showServerErrors(error, editing ? undefined : addFailed);
    } finally {
      setBusy(false);
    }
  }

  /** @returns values that replace the entered ones; null when it is not saved. */
  async function confirmEdit(id: string, values: Values): Promise<Values | null> {
    let save: SaveText = { text: null };
    setBusy(true);
    try {
      const answered = saveText ? await saveText(values, id) : save;
      if (answered === null) return null;
      if ('done' in answered) {
        await done(answered.done, values);
        return null;
      }
      save = answered;
    } catch (error) {
      showServerErrors(error);
      return null;
    } finally {
      setBusy(false);
    }
    const isConfirmed = await confirm({
      title: `Save this ${resource.singular.toLowerCase()}?`,
      text: save.text ?? 'Your changes will be saved.',
      yes: 'Save',
      no: 'Cancel',
    });
    return isConfirmed ? (save.values ?? {}) : null;
  }

  /** @returns whether it was changed: not when the answer to a question was no. */
  async function change(id: string, values: Values): Promise<boolean> {
    let body = values;
    let { headers } = overtaken;
    for (;;) {
      try {
        const answer = await request(resource.calls.change, { params: { id }, body, headers });
        onEdited?.(answer as Entity, id);
        return true;
      } catch (error) {
        if (isOvertaken(error)) {
          if (!(await overtaken.ask(error))) return false;
          headers = {};
          continue;
        }
        const more = await again?.(error);
        if (more === undefined) throw error;
        if (more === null) return false;
        body = { ...body, ...more };
      }
    }
  }

  const toFirstField = () => element.current?.querySelector<HTMLElement>('[data-path]')?.focus();

  /**
   * @param status the first result's, where the response has results (R-FORM-3).
   * @param saved what was sent: a card or text that was entered meanwhile belongs to the next record.
   */
  async function done(status: string | undefined, saved: Values) {
    toast('success', status ?? (editing ? (edited ?? messages.updated) : added));
    void queries.invalidateQueries({ queryKey: resourceKey(resource) });
    if (!editing) {
      const next = Object.entries(form.getValues()).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
      );
      form.reset();
      form.setValues(Object.fromEntries(next));
      toFirstField();
      return;
    }
    leaving.current = true;
    if (router.history.canGoBack()) router.history.back();
    else await navigate({ to: resource.path });
  }

  return (
    <FormContext value={context}>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {editing ? 'Edit' : 'Add'} {resource.singular.toLowerCase()}
        </Title>
        <BackButton />
      </Group>
      {head}
      {lastAdded !== null && AddedNotice && (
        <AddedNotice added={lastAdded} addAnother={toFirstField} />
      )}
      <form
        ref={element}
        noValidate
        className={`at-card ${classes.form}`}
        onSubmit={(event) => sending((values) => void submit(values))(event)}
      >
        {children}
        <Group justify="flex-end" className={classes.buttons}>
          {!editing && (
            <Button variant="default" onClick={() => form.reset()}>
              Reset
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {editing ? 'Save' : 'Add'}
          </Button>
        </Group>
      </form>
    </FormContext>
  );
}

/** The body of the request: empty fields are null (R-FORM-5). */
function bodyOf(values: Values, sent: (name: string) => boolean = () => true): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => sent(name))
      .map(([name, value]) => [name, value === '' ? null : value]),
  );
}

interface FieldsProps<Entity> {
  initial: Values;
  edit?: string;
  existing?: Existing<Entity>;
}
