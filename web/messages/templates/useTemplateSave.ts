import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTemplate, resetTemplate } from '#contract/messages/templates.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { TemplateText } from '#contract/messages/template-check.ts';
import type { Template } from '#contract/messages/templates.ts';
import { asError } from '#web/platform/as-error.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { fieldErrors } from '#web/ui/form/server-errors.ts';
import { isOvertaken } from '#web/ui/form/useOvertaken.ts';
import { toast } from '#web/ui/toasts.ts';
import { templatesQuery } from './queries.ts';

const trimmed = ({ title, body }: TemplateText) => ({ title: title.trim(), body: body.trim() });

interface Shown {
  /** Shows the text that was saved, or taken from another user. */
  show: (saved: Template) => void;
  /** Shows what the server refuses, by field. */
  showErrors: (errors: Record<string, string>) => void;
}

/** Saves a text, or returns to the default. */
export function useTemplateSave(template: Template, { show, showErrors }: Shown) {
  const { kind, version } = template;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  function keep(saved: Template) {
    show(saved);
    queries.setQueryData(
      templatesQuery.queryKey,
      (before) =>
        before && { results: before.results.map((other) => (other.kind === kind ? saved : other)) },
    );
  }

  async function run(send: (seen: number) => Promise<Template>, done: string) {
    setBusy(true);
    try {
      keep(await sendUnlessOvertaken(send));
      toast('success', done);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) {
        showErrors(fieldErrors(error.body));
      } else if (!(error instanceof StillEditing)) toast('error', asError(error).message);
    } finally {
      setBusy(false);
    }
  }

  /** After another user’s change: asks, and then saves over it, takes it, or goes on. */
  async function sendUnlessOvertaken(send: (seen: number) => Promise<Template>): Promise<Template> {
    try {
      return await send(version);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      const all = await queries.fetchQuery({ ...templatesQuery, staleTime: 0, gcTime: 0 });
      const theirs = all.results.find((other) => other.kind === kind);
      if (!theirs) throw error;
      const { askOvertaken } = await import('#web/ui/form/overtaken.tsx');
      const answer = await askOvertaken(error.message, changesOf(template, theirs));
      if (answer === 'save') return send(theirs.version);
      if (answer === 'take') return theirs;
      throw new StillEditing();
    }
  }

  const save = (text: TemplateText) =>
    run(
      (seen) =>
        request(changeTemplate, { params: { kind }, body: { ...trimmed(text), version: seen } }),
      messages.updated,
    );
  async function reset() {
    const yes = await confirm({
      title: 'Return to the default text?',
      text: 'The text of the institute is replaced. Letters that were made stay as they are.',
      yes: 'Return to default',
      danger: true,
    });
    if (yes)
      await run(
        (seen) => request(resetTemplate, { params: { kind }, body: { version: seen } }),
        'Default text restored',
      );
  }

  return { busy, save, reset };
}

/** The question about another user’s change was answered with "go on editing". */
class StillEditing extends Error {}

/** What somebody else changed; texts are too long for the question. */
const changesOf = (before: TemplateText, now: TemplateText) =>
  (['title', 'body'] as const)
    .filter((name) => before[name] !== now[name])
    .map((name) => ({
      label: name === 'title' ? 'Title' : 'Text',
      before: name === 'title' ? before.title : null,
      now: name === 'title' ? now.title : null,
      isEntered: false,
    }));
