import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { FieldErrors } from '#contract/resource.ts';
import type { FormResource } from '../resource.ts';
import type { Values } from './form-context.ts';

export interface AddedNoticeProps<Entity> {
  added: Entity;
  addAnother: () => void;
  resource: FormResource<Entity>;
}

/** A form’s resource, its fields, and the questions and messages around a save. */
export interface ResourceFormProps<Entity> {
  resource: FormResource<Entity>;
  /** The schema of the body of create, validated here as on the server. */
  schema: z.ZodType;
  rule?: (values: Values) => FieldErrors;
  /** Values of a new record. */
  empty: Values;
  /** Fields that the next record mostly shares: after adding they keep their values. */
  keeps?: readonly string[];
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
  /** The same for a rejected new record. */
  againToAdd?: (error: unknown) => Promise<Values | null | undefined>;
  /**
   * Shown above the form after a record was added, by default a link to it; `addAnother` focuses its first
   * field.
   */
  AddedNotice?: ComponentType<AddedNoticeProps<Entity>>;
  /** Above the fields. */
  head?: ReactNode;
  /** Says above the fields which record is edited, as it is stored, with links to what belongs to it. */
  AboutEdited?: ComponentType<{ row: Entity }>;
  children: ReactNode;
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
