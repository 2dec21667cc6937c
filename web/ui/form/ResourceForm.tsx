import { Button, Group, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import type { RuleFaults } from '../../../contract/section.ts';
import { api } from '../../app/api.ts';
import { BackButton } from '../BackButton.tsx';
import { confirm } from '../confirm.ts';
import { LoadError } from '../LoadError.tsx';
import { PleaseWait } from '../PleaseWait.tsx';
import { sectionKey, type SectionInfo } from '../section.ts';
import { toast } from '../toasts.ts';
import { FormContext, type Values } from './form-context.ts';
import classes from './Form.module.css';
import { useSending } from './useSending.ts';

interface ResourceFormProps<Entity> {
  section: SectionInfo;
  /** What a body of create must be; checked here as on the server. */
  schema: z.ZodType;
  rule?: (values: Values) => RuleFaults;
  /** The values of a new one. */
  empty: Values;
  /** The values of one that is edited. */
  valuesOf: (entity: Entity) => Values;
  added: string;
  edited?: string;
  /** What a toast says first when adding fails (spec §8: students, payroll). */
  addFailed?: string;
  /** Asks before anything is sent; false for no. `edit` is the id of the one that is changed. */
  beforeSave?: (values: Values, edit: string | undefined) => Promise<boolean>;
  /** Asks about a refusal that may be confirmed: what an edit then sends as well, null for no; undefined where it may not. */
  again?: (refusal: unknown) => Promise<Values | null | undefined>;
  /** Above the fields. */
  head?: ReactNode;
  children: ReactNode;
}

/** A section's form: adds one, or with `?edit=` in the address changes that one. */
export function ResourceForm<Entity>(props: ResourceFormProps<Entity>) {
  const { edit }: { edit?: string } = useSearch({ strict: false });
  if (edit === undefined) return <Fields {...props} key="add" initial={props.empty} />;
  return <EditForm {...props} key={edit} edit={edit} />;
}

function EditForm<Entity>({ edit, ...props }: ResourceFormProps<Entity> & { edit: string }) {
  const entity = useQuery({
    queryKey: sectionKey(props.section, 'one', edit),
    queryFn: ({ signal }) => api.get<Entity>(`attendance/${props.section.api}/${encodeURIComponent(edit)}/`, { signal }),
    // What is being typed over must not change underneath.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (entity.isPending) return <PleaseWait />;
  if (entity.isError) return <LoadError error={entity.error} retry={() => void entity.refetch()} />;
  return <Fields {...props} edit={edit} initial={props.valuesOf(entity.data)} />;
}

function Fields<Entity>({
  section,
  schema,
  rule,
  initial,
  edit,
  added,
  edited,
  addFailed,
  again,
  beforeSave,
  head,
  children,
}: ResourceFormProps<Entity> & FieldsProps) {
  const editing = edit !== undefined;
  const [busy, setBusy] = useState(false);
  const leaving = useRef(false);
  const queries = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => ({ ...rule?.(values), ...schemaResolver(schema, { sync: true })(values) }),
  });

  const { element, context, submit: sending, refused } = useSending(form, editing);

  const dirty = () => !leaving.current && form.isDirty();
  useBlocker({
    shouldBlockFn: async () =>
      dirty() && !(await confirm({ title: 'Leave without saving?', text: 'What you have entered here is lost.', yes: 'Leave', no: 'Stay' })),
    enableBeforeUnload: dirty,
  });

  async function submit(values: Values) {
    if (
      editing &&
      !(await confirm({ title: `Save this ${section.one.toLowerCase()}?`, text: 'Your changes will be saved.', yes: 'Save', no: 'Cancel' }))
    )
      return;
    setBusy(true);
    try {
      if (!((await beforeSave?.(values, edit)) ?? true)) return;
      if (editing) {
        const body = bodyOf(values, (name) => form.isDirty(name));
        if (!(await change(`attendance/${section.api}/${encodeURIComponent(edit)}/`, body))) return;
      } else {
        await api.post(`attendance/${section.createAt ?? `${section.api}/create/`}`, bodyOf(values));
      }
      await done();
    } catch (error) {
      refused(error, editing ? undefined : addFailed);
    } finally {
      setBusy(false);
    }
  }

  /** @returns whether it was changed: not when a question about it was answered with no. */
  async function change(path: string, body: Values): Promise<boolean> {
    try {
      await api.patch(path, body);
    } catch (refusal) {
      const more = await again?.(refusal);
      if (more === undefined) throw refusal;
      if (more === null) return false;
      await api.patch(path, { ...body, ...more });
    }
    return true;
  }

  async function done() {
    toast('success', editing ? (edited ?? messages.updated) : added);
    void queries.invalidateQueries({ queryKey: sectionKey(section) });
    if (!editing) {
      form.reset();
      element.current?.querySelector<HTMLElement>('[data-path]')?.focus();
      return;
    }
    leaving.current = true;
    if (router.history.canGoBack()) router.history.back();
    else await navigate({ to: section.path });
  }

  return (
    <FormContext value={context}>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {editing ? 'Edit' : 'Add'} {section.one.toLowerCase()}
        </Title>
        <BackButton />
      </Group>
      {head}
      <form ref={element} noValidate className={`at-card ${classes.form}`} onSubmit={(event) => sending((values) => void submit(values))(event)}>
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

/** What is sent: fields that are left empty are null (spec §5). */
function bodyOf(values: Values, sent: (name: string) => boolean = () => true): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => sent(name))
      .map(([name, value]) => [name, value === '' ? null : value]),
  );
}

interface FieldsProps {
  initial: Values;
  edit?: string;
}
