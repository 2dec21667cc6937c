import { openSecret } from '#web/ui/OnceSecret.tsx';

/** Shows the secret that signs a webhook's requests, once. */
export const openWebhookSecret = (name: string, secret: string): void =>
  openSecret({
    title: `Secret of ${name}`,
    secret,
    what: 'secret',
    children:
      'The receiver checks with this secret that requests are from here. It is shown only now; a new secret ends this one.',
  });
