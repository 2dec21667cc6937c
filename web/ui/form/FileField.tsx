import { Anchor, Avatar, Button, FileButton, Input, Progress, Text } from '@mantine/core';
import { IconCheck, IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { uploadFiles } from '#contract/files.endpoints.ts';
import { fileCategories, nameOfType, type FileCategory } from '#contract/files.ts';
import { messages } from '#contract/texts.ts';
import { asError } from '#web/platform/as-error.ts';
import { upload } from '#web/platform/upload.ts';
import { toast } from '../toasts.ts';
import classes from './Form.module.css';
import { useFieldProps, useFormState } from './form-context.ts';

interface FileFieldProps {
  name: string;
  label: string;
  category: FileCategory;
  optional?: boolean;
  /** Shows the picture beside the button. */
  picture?: boolean;
}

type Upload =
  | { is: 'idle' }
  | { is: 'uploading'; percent: number }
  | { is: 'uploaded'; name: string };

/**
 * A file that is uploaded as soon as it is chosen: idle → uploading → uploaded; the form waits
 * meanwhile (R-FORM-4).
 */
export function FileField({ name, label, category, optional, picture }: FileFieldProps) {
  const { form, block } = useFormState();
  const { value, error } = useFieldProps(name);
  const [state, setState] = useState<Upload>({ is: 'idle' });
  const id = useId();
  const { types, maxBytes } = fileCategories[category];
  const link = typeof value === 'string' && value ? value : null;

  async function send(file: File | null) {
    if (!file) return;
    form.clearFieldError(name);
    if (file.size > maxBytes)
      return form.setFieldError(name, `may have at most ${maxBytes / 1024 / 1024} MB`);
    setState({ is: 'uploading', percent: 0 });
    block(name, messages.waitForFile);
    try {
      const { url } = await upload(
        uploadFiles,
        { params: { category } },
        { files: file },
        (percent) => setState({ is: 'uploading', percent }),
      );
      const [link] = url;
      if (link === undefined) throw new Error(messages.uploadFailed);
      form.setFieldValue(name, link);
      setState({ is: 'uploaded', name: file.name });
    } catch (problem) {
      setState({ is: 'idle' });
      toast('error', messages.uploadFailed);
      form.setFieldError(name, asError(problem).message);
    } finally {
      block(name, null);
    }
  }

  return (
    <Input.Wrapper
      label={label}
      withAsterisk={!optional}
      error={error}
      className={classes.wide}
      labelElement="div"
      id={id}
      labelProps={{ id: `${id}-name` }}
    >
      <div className={classes.file} role="group" aria-labelledby={`${id}-name`}>
        {picture && <Avatar src={link} size={72} radius="md" alt="" aria-hidden="true" />}
        <FileButton accept={types.join(',')} onChange={(file) => void send(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              data-path={name}
              leftSection={<IconUpload size={16} aria-hidden="true" />}
              loading={state.is === 'uploading'}
            >
              {link ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        <div role="status">
          {state.is === 'uploading' && (
            <>
              <Text size="sm">Uploading … {state.percent} %</Text>
              <Progress value={state.percent} aria-label="Upload" w={160} />
            </>
          )}
          {state.is === 'uploaded' && link && (
            <Text size="sm">
              <IconCheck size={14} aria-hidden="true" /> Uploaded: {state.name}
            </Text>
          )}
          {state.is === 'idle' && link && !picture && (
            <Anchor size="sm" href={link} target="_blank" rel="noreferrer">
              Open the current file
            </Anchor>
          )}
        </div>
        {optional && link && state.is !== 'uploading' && (
          <Button
            variant="subtle"
            onClick={() => {
              form.setFieldValue(name, null);
              setState({ is: 'idle' });
            }}
          >
            Remove
          </Button>
        )}
        <Text size="xs" c="dimmed">
          {types.map(nameOfType).join(', ')} up to {maxBytes / 1024 / 1024} MB
        </Text>
      </div>
    </Input.Wrapper>
  );
}
