import { Checkbox } from '@mantine/core';
import { modals } from '@mantine/modals';
import { addWebhook, changeWebhook } from '#contract/exchange/webhooks.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { webhookKinds, type WebhookKind } from '#contract/exchange/webhook-terms.ts';
import type { Webhook } from '#contract/exchange/webhook.ts';
import { request } from '#web/platform/api.ts';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { useFieldProps, useFormState, type Values } from '#web/ui/form/form-context.ts';
import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import { toast } from '#web/ui/toasts.ts';
import { openWebhookSecret } from './webhook-secret.ts';
import { kindTitles } from './text.ts';
import classes from './Webhooks.module.css';

interface FormProps {
  /** The webhook to change; a new one without it. */
  webhook?: Webhook;
  done: () => void;
}

/** Opens the form of a webhook; the secret of a new one is shown once. */
export function openWebhookForm(props: FormProps): void {
  const id = modals.open({
    title: props.webhook ? `Change ${props.webhook.name}` : 'Add webhook',
    size: 'lg',
    children: <WebhookForm {...props} close={() => modals.close(id)} />,
  });
}

function WebhookForm({ webhook, done, close }: FormProps & { close: () => void }) {
  async function send({ name, url, kinds, with_names }: Values) {
    const body = { name, url, kinds, with_names: with_names === true };
    if (webhook) {
      await request(changeWebhook, { params: { id: webhook.id }, body });
      toast('success', 'Webhook changed');
      close();
      done();
      return;
    }
    const made = await request(addWebhook, { body });
    close();
    done();
    openWebhookSecret(made.name, made.secret);
  }
  return (
    <DialogForm
      initial={{
        name: webhook?.name ?? '',
        url: webhook?.url ?? '',
        kinds: webhook?.kinds ?? [],
        with_names: webhook?.with_names ?? false,
      }}
      check={({ name, url, kinds }) => ({
        ...(!name.trim() && { name: messages.required }),
        ...(!url.trim() && { url: messages.required }),
        ...(kinds.length === 0 && { kinds: 'Choose at least one' }),
      })}
      yes={webhook ? 'Save' : 'Add webhook'}
      send={send}
      cancel={close}
    >
      <TextField name="name" label="Name" placeholder="Library system" />
      <TextField name="url" label="Address" placeholder="https://example.org/webhooks" />
      <KindsField name="kinds" />
      <CheckboxField
        name="with_names"
        label="Include names"
        description="Of students and classes, and the status of a mark. Without it an event has ids only, and the receiver reads the rest with a token."
      />
    </DialogForm>
  );
}

function KindsField({ name }: { name: string }) {
  const { form } = useFormState();
  const { value, error } = useFieldProps(name);
  return (
    <Checkbox.Group
      label="What it is notified of"
      withAsterisk
      error={error}
      value={value}
      onChange={(next) => form.setFieldValue(name, next)}
    >
      <div className={classes.kinds}>
        {webhookKinds.map((kind: WebhookKind) => (
          <Checkbox key={kind} value={kind} label={kindTitles[kind]} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
