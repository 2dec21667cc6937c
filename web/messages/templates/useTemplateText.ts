import { useState } from 'react';
import { messages } from '#contract/texts.ts';
import { templateProblems, type TemplateText } from '#contract/messages/template-check.ts';
import type { Template } from '#contract/messages/templates.ts';

/** The text that is entered, and what is wrong with it. */
export function useTemplateText(template: Template) {
  const [text, setText] = useState<TemplateText>({ title: template.title, body: template.body });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const required = {
    ...(!text.title.trim() && { title: messages.required }),
    ...(!text.body.trim() && { body: messages.required }),
  };
  const errors: Record<string, string | undefined> = {
    ...refused,
    ...templateProblems(template.kind, text),
    ...required,
  };
  const edit = (next: Partial<TemplateText>) => {
    setText({ ...text, ...next });
    setRefused({});
  };
  const show = ({ title, body }: Template) => {
    setText({ title, body });
    setRefused({});
  };
  const isDirty = text.title !== template.title || text.body !== template.body;
  return { text, edit, show, errors, showErrors: setRefused, isDirty };
}
