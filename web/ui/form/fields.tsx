import { Checkbox, ColorInput, NumberInput, Textarea, TextInput } from '@mantine/core';
import { Select } from '#web/ui/Select.tsx';
import { useCallback, type KeyboardEvent, type ReactNode } from 'react';
import { messages, optionsOfFailed } from '#contract/texts.ts';
import type { PickerSource } from '../picker.ts';
import { Picker } from '../Picker.tsx';
import { TimeInput } from '../TimeInput.tsx';
import { toast } from '../toasts.ts';
import classes from './Form.module.css';
import { useFieldProps, useFormState } from './form-context.ts';

interface FieldProps {
  /** The field's name in the body. */
  name: string;
  label: string;
  optional?: boolean;
  description?: string;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : '';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel';
  placeholder?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Besides what the form does. */
  onBlur?: () => void;
}

export function TextField({
  name,
  label,
  optional,
  type = 'text',
  onBlur,
  ...input
}: TextFieldProps) {
  const { value, ...props } = useFieldProps(name);
  return (
    <TextInput
      {...props}
      {...input}
      onBlur={(event) => {
        props.onBlur?.(event);
        onBlur?.();
      }}
      value={asText(value)}
      type={type}
      label={label}
      withAsterisk={!optional}
      autoComplete="off"
    />
  );
}

export function TimeField({ name, label, optional, description }: FieldProps) {
  const { value, onChange, ...props } = useFieldProps(name);
  return (
    <TimeInput
      {...props}
      label={label}
      description={description}
      withAsterisk={!optional}
      value={asText(value)}
      onChange={onChange}
    />
  );
}

export function TextAreaField({ name, label, optional, description }: FieldProps) {
  const { value, ...props } = useFieldProps(name);
  return (
    <Textarea
      {...props}
      className={classes.wide}
      value={asText(value)}
      label={label}
      description={description}
      withAsterisk={!optional}
      autosize
      minRows={3}
      maxRows={10}
    />
  );
}

interface NumberFieldProps extends FieldProps {
  decimals?: number;
  /** Shown in the field, after the number: "%". */
  suffix?: string;
}

/** A number, or null while it is empty. */
export function NumberField({
  name,
  label,
  optional,
  description,
  decimals = 0,
  suffix,
}: NumberFieldProps) {
  const { form } = useFormState();
  const { value, onChange: _typed, ...props } = useFieldProps(name);
  return (
    <NumberInput
      {...props}
      value={(value as number | null) ?? ''}
      onChange={(next) => form.setFieldValue(name, next === '' ? null : Number(next))}
      label={label}
      description={description}
      withAsterisk={!optional}
      decimalScale={decimals}
      suffix={suffix}
      hideControls
      inputMode={decimals ? 'decimal' : 'numeric'}
    />
  );
}

interface SelectFieldProps extends FieldProps {
  choices: { value: string; label: string }[];
  /** The body contains numbers. */
  numeric?: boolean;
}

export function SelectField({
  name,
  label,
  optional,
  description,
  choices,
  numeric,
}: SelectFieldProps) {
  const { form } = useFormState();
  const { value, onChange: _typed, ...props } = useFieldProps(name);
  const text = asText(value);
  // An existing value that is no longer in the list stays available.
  const known = text === '' || choices.some((choice) => choice.value === text);
  return (
    <Select
      {...props}
      value={text || null}
      onChange={(next) => form.setFieldValue(name, next !== null && numeric ? Number(next) : next)}
      data={known ? choices : [...choices, { value: text, label: text }]}
      label={label}
      description={description}
      placeholder="Choose"
      withAsterisk={!optional}
      clearable={optional}
      // The chosen option, chosen again, stays where one is required.
      allowDeselect={optional ?? false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}

/** Yes or no. */
export function CheckboxField({ name, label, description }: FieldProps) {
  const { form } = useFormState();
  const { value, onChange: _changed, ...props } = useFieldProps(name);
  return (
    <Checkbox
      {...props}
      checked={value === true}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
      label={label}
      description={description}
    />
  );
}

export function ColorField({
  name,
  label,
  description,
  swatches,
}: FieldProps & { swatches: string[] }) {
  const props = useFieldProps(name);
  return (
    <ColorInput
      {...props}
      label={label}
      description={description}
      format="hex"
      swatches={swatches}
      popoverProps={{ withinPortal: false }}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
    />
  );
}

interface PickerFieldProps extends FieldProps {
  source: PickerSource;
}

/**
 * The id of another record, or null. While its options cannot be loaded, the form is not sent
 * (R-FORM-2).
 */
export function PickerField({ name, label, optional, description, source }: PickerFieldProps) {
  const { form, block } = useFormState();
  const {
    value,
    onChange: _typed,
    onFocus: _focus,
    onBlur: _blur,
    defaultValue: _default,
    ...props
  } = useFieldProps(name);
  const trouble = useCallback(
    (failed: boolean) => {
      block(name, failed ? `${optionsOfFailed(source.title)}. ${messages.resolveFirst}` : null);
      if (failed) toast('error', optionsOfFailed(source.title));
    },
    [block, name, source.title],
  );
  return (
    <Picker
      {...(props as { error?: ReactNode; 'data-path'?: string })}
      label={label}
      description={description}
      source={source}
      value={(value as number | null) ?? null}
      onChange={(id) => form.setFieldValue(name, id)}
      withAsterisk={!optional}
      onTrouble={trouble}
      eager
    />
  );
}
