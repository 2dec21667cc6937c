import { Button, Group } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { requestVersioned } from '#web/platform/api.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { BackButton } from '../BackButton.tsx';
import { LoadError } from '../LoadError.tsx';
import { PleaseWait } from '../PleaseWait.tsx';
import { resourceKey } from '../resource.ts';
import { useEdited } from '../search.ts';
import { FormContext, type Values } from './form-context.ts';
import { AddedLink } from './AddedLink.tsx';
import classes from './Form.module.css';
import type { ResourceFormProps } from './resource-form.ts';
import { useAfterSave } from './useAfterSave.ts';
import { useFormSubmit } from './useFormSubmit.ts';
import { useOvertaken, type Existing, type Versioned } from './useOvertaken.ts';
import { useProposed } from './useProposed.ts';
import { useSave } from './useSave.ts';

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

interface FieldsProps<Entity> {
  initial: Values;
  edit?: string;
  existing?: Existing<Entity>;
}

/** Errors without those of fields that were empty before, such as the phone of somebody who came from another system. */
const withoutUnchanged = (
  errors: Record<string, ReactNode>,
  before: Values,
  values: Values,
): Record<string, ReactNode> =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([name]) => !(name in before && !before[name] && before[name] === values[name]),
    ),
  );

function Fields<Entity>({
  initial,
  edit,
  existing,
  ...props
}: ResourceFormProps<Entity> & FieldsProps<Entity>) {
  const { resource, schema, rule, empty, proposed, valuesOf, head, AboutEdited, children } = props;
  const Added = props.AddedNotice ?? AddedLink;
  const editing = edit !== undefined;
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => ({
      ...rule?.(values),
      ...withoutUnchanged(
        schemaResolver(schema, { sync: true })(values),
        editing ? initial : {},
        values,
      ),
    }),
  });
  useProposed(form, editing ? proposed : undefined);
  const { element, context, submit, showServerErrors } = useFormSubmit(form, editing);
  const overtaken = useOvertaken({ existing, valuesOf, form, element });
  const { done, toFirstField } = useAfterSave({ form, element, editing }, props);
  const { busy, lastAdded, save } = useSave(
    { form, edit, overtaken, showServerErrors, done },
    props,
  );

  return (
    <FormContext value={context}>
      <PageHead
        title={
          <>
            {editing ? 'Edit' : 'Add'} {resource.singular.toLowerCase()}
          </>
        }
      >
        <BackButton />
      </PageHead>
      {head}
      {existing && AboutEdited && <AboutEdited row={existing.row} />}
      {lastAdded !== null && (
        <Added added={lastAdded} addAnother={toFirstField} resource={resource} />
      )}
      <form
        ref={element}
        noValidate
        className={`at-card ${classes.form}`}
        onSubmit={(event) => submit((values) => void save(values))(event)}
      >
        {children}
        <Group justify="flex-end" className={classes.buttons}>
          {!editing && (
            <Button
              variant="default"
              onClick={() => {
                form.setInitialValues(empty);
                form.reset();
              }}
            >
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
